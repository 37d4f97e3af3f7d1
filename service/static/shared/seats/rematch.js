// Playing again with the same people.

import { api } from "../session.js";
import { opened, pageOf, sitDown } from "./opening.js";

// Open the rematch of a finished game, or join it: one game (`games`) or three in a row (`dynasties`); returns the URL of its page.
// The last request seats the bots that played: the player has a seat by then.
export async function rematch(game, series, withBots) {
  const path = `/games/${game}/rematch`;
  const body = { dynasty: series === "dynasties" };
  const table = await opened(path, body);
  await sitDown(series, table);
  if (withBots) await api(path, { method: "POST", body });
  return pageOf(series, table.id);
}
