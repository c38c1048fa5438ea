/** Creating this form sends messages to people. */
import { isPlain, property, valueAt } from "../requests/request.ts";
import type { RequestRule } from "./finding.ts";

export const formNotifiesPeople: RequestRule = {
  code: "form-notifies-people",
  severity: "warning",
  title: "A request that notifies people",
  looksAt: "request",

  check({ request }, report) {
    const block = valueAt(request, "notification");
    const channels = ["sendEmail", "sendSms"].map((name) => property(block, name)?.value);
    if (block === null || channels.every((channel) => channel && isPlain(channel, false))) return;
    const listed = property(block, "participatingParties");
    const chosen = property(block, "sendEmail")?.value && isPlain(channels[0], true) ? property(block, "sendEmail") : isPlain(channels[1], true) ? property(block, "sendSms") : undefined;
    if (listed?.value?.kind === "list") {
      const count = listed.value.items.length;
      if (count === 0) return;
      const { start, end } = listed.name;
      const who = `${count} ${count === 1 ? "party" : "parties"}`;
      report({ start, end, message: chosen ? `Creating this form notifies ${who}, and a message cannot be taken back.` : `Creating this form may notify ${who}: the documents do not say what a channel does that is neither true nor false.` });
    } else if (chosen && (listed === undefined || isPlain(listed.value, null))) {
      const { start, end } = chosen.name;
      report({ start, end, message: "This chooses a channel, and no parties are listed: the documents do not say who is notified then. An empty list notifies nobody." });
    }
  },

  fixes(_, { request }) {
    const list = valueAt(request, "notification", "participatingParties");
    return list?.kind === "list" ? [{ title: "Notify nobody", edits: [{ start: list.start, end: list.end, newText: "[]" }], preferred: false }] : [];
  },
};
