/** The statistics of a fresh state: the demo company's last days, and nothing for the other company. */
import type { State } from "../base/state.ts";
import { countEvent } from "./store.ts";

const hour = 3_600_000;

/** The usual events of an hour: event, template, source, and how often. */
const usual: readonly (readonly [event: string, template: string, source: string, often: number])[] = [
  ["FormCreated", "Claim report", "integration", 7],
  ["FormSubmitted", "Claim report", "integration", 5],
  ["PdfCreated", "Claim report", "integration", 9],
  ["FormCreated", "Settlement calculator", "portal", 3],
  ["FormSubmitted", "Moving in", "portal", 2],
];

/** Empties the table; with `demo`, fills it with the demo company's content. Call it in a transaction. */
export function seedStatistics(state: State, content: "demo" | "empty"): void {
  state.run("DELETE FROM statistic");
  state.setMeta("statisticsTurn", "0");
  if (content === "empty") return;
  const now = state.now();
  for (let hoursAgo = 1; hoursAgo <= 7 * 24; hoursAgo += 1) {
    const at = now - hoursAgo * hour;
    const ofDay = new Date(at).getUTCHours();
    // The demo company is busy by day and closed by night.
    if (ofDay < 5 || ofDay > 18) continue;
    for (const [event, template, source, often] of usual) {
      const count = (often * (10 - Math.abs(12 - ofDay)) + hoursAgo) % 17;
      if (count > 0)
        countEvent(state, {
          ...form,
          company: "demo",
          at,
          event,
          template,
          source,
          environment: hoursAgo % 5 === 0 ? "Test" : "Production",
          count,
        });
    }
  }
  // A row for a whole day, a row without a date, and a row with characters that tables, charts and labels must be able
  // to show.
  countEvent(state, {
    ...form,
    company: "demo",
    at: now - 30 * hour,
    per: "day",
    event: "DocumentStored",
    system: "Archive",
    template: "",
    source: "nightly",
    area: "Claims",
    environment: "Production",
    count: 42,
  });
  countEvent(state, {
    ...form,
    company: "demo",
    at: now - 50 * hour,
    per: "none",
    event: "LicenceChecked",
    system: "Core",
    template: "",
    source: "",
    environment: "",
    count: 1,
  });
  countEvent(state, {
    ...form,
    company: "demo",
    at: now - 26 * hour,
    event: "FormCreated",
    template: 'Ändring "<b>\\n</b>"',
    source: "portal\nsecond line",
    distribution: "e-mail",
    environment: "Production",
    eventDetail: "=1+1",
    count: 3,
  });
}

const form = { system: "Forms", eventDetail: "" } as const;
