/**
 * What the user is told before and after a distribution. Acceptance does not mean delivery, and the service never
 * reports the outcome (T148, T150, N28).
 */
import * as l10n from "@vscode/l10n";
import type { AnswerOf, BodyOf } from "../http/client.ts";

/**
 * Returns what the user is told after the call. An answer of null stands for status 204: no document was made from the
 * data.
 */
export function distributionSentence(
  answer: AnswerOf<"distribution.sendOnce"> | AnswerOf<"distribution.send">,
): string {
  if (answer === null)
    return l10n.t("The logic of the MetaFile creates no document from these data. Nothing was sent to anybody.");
  const { CorrelationId, Distribution, JobId, DocId } = answer;
  const accepted = Distribution
    ? l10n.t(
        "The document was accepted for distribution through {0}; its correlation id is {1}.",
        Distribution,
        CorrelationId,
      )
    : l10n.t("The document was accepted for distribution; its correlation id is {0}.", CorrelationId);
  const stored =
    (JobId ?? undefined) === undefined || (DocId ?? undefined) === undefined
      ? []
      : [
          l10n.t(
            "The document is stored in the document store as job {0}, document {1}.",
            String(JobId),
            String(DocId),
          ),
        ];
  return [
    accepted,
    ...stored,
    l10n.t("The service does not report back here whether or when the document arrives."),
  ].join(" ");
}

/** Returns what the user is told about the receivers before the call, because no call shows them in advance. */
export function distributionWarnings({
  DataAsBase64,
}: Pick<BodyOf<"distribution.send">, "DataAsBase64">): readonly string[] {
  const who = l10n.t(
    "The logic of the MetaFile decides who receives the document, and how. No documented call shows this beforehand.",
  );
  if (!isCentral(DataAsBase64)) return [who];
  return [
    who,
    l10n.t(
      "The data contain CentralDistribution. If the document's index DISTRIBUTION has this value, the document goes to the receiver's digital mailbox, and otherwise to the print provider, which may print and post it. You cannot check from here which of the two happens, so even a test may reach a letter box.",
    ),
  ];
}

/**
 * Looks for `CentralDistribution` anywhere in the data. The logic of a MetaFile may set it too, but this client cannot
 * see that logic.
 */
function isCentral(base64: string): boolean {
  return Buffer.from(base64, "base64").toString("utf8").includes("CentralDistribution");
}

/** Returns the warning that the user sees before a notification is marked as ready. */
export const notificationWarning = (): string =>
  l10n.t(
    "The notification may go out to people as soon as you mark it as ready. You cannot recall the notification from here.",
  );
