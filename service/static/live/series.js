// The live events of a series' own stream, after a version. If the log was restored, they begin with its first event.

const key = new URLSearchParams(location.search).get("invitation"); // of a private series

// The series is of this kind, `dynasties` or `tournaments`. Call `heard(event)` for each event while the page is visible: browsers
// allow few streams per server, and this one is not shared between tabs. Returns a function that ends it.
export function followSeries(series, id, version, heard) {
  let last = version;
  let events = null;

  function hear({ data, lastEventId }) {
    last = lastEventId;
    heard(JSON.parse(data));
  }

  function listen() {
    events?.close();
    if (document.hidden) return;
    const query = new URLSearchParams({ after: String(last) });
    if (key) query.set("invitation", key);
    events = new EventSource(`/api/v1/${series}/${id}/events?${query}`);
    events.addEventListener("message", hear);
  }

  listen();
  document.addEventListener("visibilitychange", listen);
  return () => {
    document.removeEventListener("visibilitychange", listen);
    events?.close();
  };
}
