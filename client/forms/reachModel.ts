/**
 * The questions that are asked if a form would notify people or register a webhook. They come before the form is sent.
 * Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { shownAddress } from "../../api/index.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { reachOf, silenced } from "../records/formRequestModel.ts";
import type { CreateForm } from "../records/formRequestModel.ts";

export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly choices: readonly string[];
}

/** How a person is asked. If any question is left unanswered (undefined), nothing is sent. */
export interface Asking {
  readonly choose: (question: Question) => PromiseLike<string | undefined>;
  /** Hidden while it is typed; may be empty. */
  readonly secret: (prompt: string) => PromiseLike<string | undefined>;
}

export const answers = {
  quiet: l10n.t("Create Silently"),
  loud: l10n.t("Create as Written…"),
  leaveOff: l10n.t("Leave It Off"),
  turnOn: l10n.t("Turn It On"),
} as const;

/**
 * Strips notifications and webhook from a request that has them, unless the author insists; undefined if nothing is to
 * be sent.
 */
export async function whomToReach(body: CreateForm, { choose, secret }: Asking): Promise<CreateForm | undefined> {
  const { parties, webhook, revives } = reachOf(body);
  if (parties === 0 && webhook === null && !revives) return body;
  const effects = [
    ...(parties > 0
      ? [
          oneOrMany(
            parties,
            l10n.t("The request lists 1 party to notify."),
            l10n.t("The request lists {0} parties to notify.", parties),
          ),
        ]
      : []),
    ...(webhook !== null
      ? [
          l10n.t(
            "The request registers the webhook {0} on the Smartform. Later forms of the Smartform may call it too.",
            visible(shownAddress(webhook)),
          ),
        ]
      : []),
    ...(revives ? [l10n.t("The request also turns the webhook on again if it is off.")] : []),
  ];
  const reach = await choose({
    message: l10n.t("This request does more than create a test form."),
    detail: `${effects.join("\n")}\n\n${l10n.t('"Create Silently" notifies nobody and registers nothing.')}`,
    choices: [answers.quiet, answers.loud],
  });
  if (reach === answers.quiet) return silenced(body);
  if (reach !== answers.loud) return undefined;
  const wish: CreateForm = { ...body };
  if (revives) {
    const force = await choose({
      message: l10n.t("Turn the webhook on again?"),
      detail: l10n.t(
        "Somebody may have turned the webhook off for a reason. While the webhook is on, the service may call it for every later form of this Smartform.",
      ),
      choices: [answers.leaveOff, answers.turnOn],
    });
    if (force === undefined) return undefined;
    if (force !== answers.turnOn) delete wish.webhookForceRun;
  }
  if (parties > 0 && !body.privateSecret) {
    const typed = await secret(
      l10n.t(
        "Private secret that goes with the form to the parties. It is not saved. Leave this empty to use the service’s default.",
      ),
    );
    if (typed === undefined) return undefined;
    if (typed !== "") wish.privateSecret = typed;
  }
  return wish;
}
