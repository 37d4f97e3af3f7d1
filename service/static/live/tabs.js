// The tabs of one browser that have the same page owner: they hear each other, and one of them leads.

// The tabs that share this name, this one among them. `heard(message)` is told what any of them says by `say(message)`, this
// one included; `lead(signal)` is called once this tab is the leader, until it leaves. Over plain http browsers keep tabs apart
// (locks are there in secure contexts only): each is alone then, and its own leader.
export class Tabs {
  constructor(name, heard, lead) {
    this.name = name;
    this.heard = heard;
    this.lead = lead;
  }

  join() {
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    if (!navigator.locks) {
      this.lead(signal);
      return;
    }
    this.channel = new BroadcastChannel(this.name);
    this.channel.onmessage = ({ data }) => this.heard(data);
    navigator.locks
      .request(this.name, { signal }, () => this.lead(signal))
      .catch((error) => {
        if (error.name !== "AbortError") throw error; // it left before it led
      });
  }

  say(message) {
    this.channel?.postMessage(message);
    this.heard(message);
  }

  leave() {
    this.leaving.abort();
    this.channel?.close();
  }
}
