/** Explains refusals of audit and statistics. */
import * as l10n from "@vscode/l10n";
import type { Meanings } from "./explain.ts";

const noCompany = l10n.t(
  "This client does not belong to a company, so it has no statistics. Ask your administrator for a client of your company; trying again does not help.",
);

export const auditMeanings: Meanings = {
  "audit.search": {
    "bad-request": l10n.t(
      "The service refused the search. A search needs a first and a last day. The level must be 1, 2 or 3, and the source must be one of the documented numbers.",
    ),
  },
  // The service answers 400 instead of 404 here.
  "audit.get": { "bad-request": l10n.t("The company has no event with this id.") },
  "audit.write": {
    "bad-request": l10n.t(
      "The service refused the event and stored nothing: it needs the company's id, an event name, a user, a source and a level of 1, 2 or 3.",
    ),
    forbidden: l10n.t(
      "Only a client of type Audit may write events, and only for its own company. Nothing was stored.",
    ),
  },
};

export const statisticsMeanings: Meanings = {
  "statistics.analytics": {
    forbidden: noCompany,
    "bad-request": l10n.t(
      "The service refused the range or the page: pages are numbered from 1, and a page has 1 to 1000 rows.",
    ),
  },
  // A client without a company gets 403 from `statistics.analytics`, but 500 from `statistics.prometheus`. A 500 may
  // also be a real failure.
  "statistics.prometheus": {
    "server-error": l10n.t(
      "Either the service failed, or this client does not belong to a company: the service gives the same answer in both cases. If the service also refuses to return the rows of the statistics, ask your administrator for a client of your company.",
    ),
    "bad-request": l10n.t("The service refused the range: one of the two dates cannot be read."),
  },
};
