// The tabs of one browser with the same page owner: they exchange messages, and one of them is the leader.

// The tabs that share this name, including this one. `heard(message)` is called for each message sent by `say(message)` in any of
// them; `lead(signal)` is called when this tab becomes the leader, until it leaves. Over plain http there are no locks (they
// need a secure context), so each tab is alone and its own leader.
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
        if (error.name !== "AbortError") throw error; // the tab left before it became leader
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
