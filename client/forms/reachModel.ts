/** What an author is asked before a form goes out that notifies people or registers a webhook. Knows no `vscode`. */
import { visible } from "../plainText.ts";
import { reachOf, silenced, type CreateForm } from "./requestModel.ts";

export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly choices: readonly string[];
}

/** How a person is asked. Every question can be left without an answer: undefined, and nothing is sent. */
export interface Asking {
  readonly choose: (question: Question) => PromiseLike<string | undefined>;
  /** Hidden while it is typed; may be empty. */
  readonly secret: (prompt: string) => PromiseLike<string | undefined>;
}

export const answers = { quiet: "Create Silently", loud: "As Written…", leaveOff: "Leave It Off", turnOn: "Turn It On" } as const;

/** A request that would notify people or register a webhook is sent without both, unless the author insists; undefined where nothing is to be sent. */
export async function whomToReach(body: CreateForm, { choose, secret }: Asking): Promise<CreateForm | undefined> {
  const { parties, webhook, revives } = reachOf(body);
  if (parties === 0 && webhook === null && !revives) return body;
  const effects = [
    ...(parties > 0 ? [`It lists ${parties} ${parties === 1 ? "party" : "parties"} to notify.`] : []),
    ...(webhook !== null ? [`It registers the webhook ${visible(webhook)} on the Smartform, for every later form too.`] : []),
    ...(revives ? ["It turns a webhook on again that somebody turned off."] : []),
  ];
  const reach = await choose({ message: "This request reaches beyond a test form.", detail: `${effects.join("\n")}\n\nCreate Silently notifies nobody and registers nothing.`, choices: [answers.quiet, answers.loud] });
  if (reach === answers.quiet) return silenced(body);
  if (reach !== answers.loud) return undefined;
  const wish: CreateForm = { ...body };
  if (revives) {
    const force = await choose({
      message: "Turn the webhook on again?", detail: "If somebody turned it off, they had a reason. Turned on, it is called for every later form of this Smartform.", choices: [answers.leaveOff, answers.turnOn],
    });
    if (force === undefined) return undefined;
    if (force !== answers.turnOn) delete wish.webhookForceRun;
  }
  if (parties > 0 && !body.privateSecret) {
    const typed = await secret("Private secret that goes with the form to the parties. It is kept nowhere. Empty: the service’s default.");
    if (typed === undefined) return undefined;
    if (typed !== "") wish.privateSecret = typed;
  }
  return wish;
}
