// What happens in a dynasty: its own events, from after a version on.

const { search } = location; // with the key of a private one

// Call `heard(event)` for each, while the page is looked at: browsers allow few streams to a server, and this one is not shared
// between tabs. The function that is returned ends it.
export function followDynasty(id, version, heard) {
  let last = version;
  let events = null;

  function hear({ data }) {
    const event = JSON.parse(data);
    last = event.version;
    heard(event);
  }

  function listen() {
    events?.close();
    if (document.hidden) return;
    const query = new URLSearchParams(search);
    query.set("after", last);
    events = new EventSource(`/api/v1/dynasties/${id}/events?${query}`);
    events.addEventListener("message", hear);
  }

  listen();
  document.addEventListener("visibilitychange", listen);
  return () => {
    document.removeEventListener("visibilitychange", listen);
    events?.close();
  };
}
