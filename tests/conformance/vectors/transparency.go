// Writes transparency.json: a tree, its proofs and tiles, and a signed note, by Go's checksum database.
//
// Debian 12 has both packages: golang-go and golang-golang-x-mod-dev.
//
//	GOPATH=/usr/share/gocode GO111MODULE=off go run transparency.go > transparency.json
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type storage []tlog.Hash

func (s storage) ReadHashes(idx []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(idx))
	for i, x := range idx {
		out[i] = s[x]
	}
	return out, nil
}

func b(h tlog.Hash) string { return base64.StdEncoding.EncodeToString(h[:]) }
func bs(hs []tlog.Hash) []string {
	r := []string{}
	for _, h := range hs {
		r = append(r, b(h))
	}
	return r
}
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var s storage
	total := int64(70000)
	roots := map[int64]string{}
	want := map[int64]bool{1: true, 2: true, 3: true, 7: true, 8: true, 255: true, 256: true, 257: true, 1000: true, 65536: true, 65537: true, 70000: true}
	for i := int64(0); i < total; i++ {
		hs, err := tlog.StoredHashes(i, []byte(fmt.Sprintf("entry %d", i)), s)
		must(err)
		s = append(s, hs...)
		if want[i+1] {
			h, err := tlog.TreeHash(i+1, s)
			must(err)
			roots[i+1] = b(h)
		}
	}
	inc := []map[string]interface{}{}
	for _, p := range [][2]int64{{0, 1}, {0, 2}, {1, 3}, {6, 7}, {3, 8}, {255, 257}, {256, 257}, {999, 1000}, {12345, 70000}, {65535, 70000}, {69999, 70000}} {
		pr, err := tlog.ProveRecord(p[1], p[0], s)
		must(err)
		inc = append(inc, map[string]interface{}{"index": p[0], "size": p[1], "proof": bs(pr)})
	}
	con := []map[string]interface{}{}
	for _, p := range [][2]int64{{1, 2}, {2, 3}, {3, 7}, {7, 8}, {8, 8}, {255, 257}, {256, 257}, {256, 1000}, {1000, 70000}, {65536, 70000}, {65537, 70000}} {
		pr, err := tlog.ProveTree(p[1], p[0], s)
		must(err)
		con = append(con, map[string]interface{}{"old": p[0], "new": p[1], "proof": bs(pr)})
	}
	tiles := []map[string]interface{}{}
	for _, t := range tlog.NewTiles(8, 0, total) {
		if t.L == 0 && t.N != 0 && t.N != 255 && t.N != 273 || t.W < 256 && t.W != int(total>>(8*t.L))%256 {
			continue
		}
		data, err := tlog.ReadTileData(t, s)
		must(err)
		h := tlog.RecordHash(data)
		path := strings.Replace(t.Path(), "tile/8/", "tile/", 1)
		tiles = append(tiles, map[string]interface{}{"path": path, "level": t.L, "index": t.N, "width": t.W, "leaf_hash_of_content": b(h)})
	}
	for _, t := range []tlog.Tile{{H: 8, L: 0, N: 1234067, W: 256}, {H: 8, L: 3, N: 0, W: 17}, {H: 8, L: 1, N: 999, W: 255}, {H: 8, L: 1, N: 1000, W: 1}} {
		tiles = append(tiles, map[string]interface{}{"path": strings.Replace(t.Path(), "tile/8/", "tile/", 1), "level": t.L, "index": t.N, "width": t.W})
	}
	seed := make([]byte, 32)
	for i := range seed {
		seed[i] = byte(i)
	}
	priv := ed25519.NewKeyFromSeed(seed)
	name := "log.example/kingdomino"
	vkey, err := note.NewEd25519VerifierKey(name, priv.Public().(ed25519.PublicKey))
	must(err)
	ver, err := note.NewVerifier(vkey)
	must(err)
	skey := fmt.Sprintf("PRIVATE+KEY+%s+%08x+%s", name, ver.KeyHash(), base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	signer, err := note.NewSigner(skey)
	must(err)
	text := fmt.Sprintf("%s\n%d\n%s\n", name, total, roots[total])
	msg, err := note.Sign(&note.Note{Text: text}, signer)
	must(err)
	_, err = note.Open(msg, note.VerifierList(ver))
	must(err)
	out := map[string]interface{}{
		"made_by": "golang.org/x/mod v0.7.0 (sumdb/tlog, sumdb/note), Go 1.19.8", "entries": "entry %d",
		"roots": roots, "inclusion": inc, "consistency": con, "tiles": tiles,
		"note": map[string]interface{}{"vkey": vkey, "seed": fmt.Sprintf("%x", seed), "signed": string(msg)},
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	must(e.Encode(out))
}
