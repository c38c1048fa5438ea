/** Reads a create-form request file (`*.form.json`) and turns it into the request that creates a test form. */
import { basename } from "node:path/posix";
import * as l10n from "@vscode/l10n";
import { environments, operations, shownAddress } from "../../api/index.ts";
import type { BodyOf, Environment } from "../../api/index.ts";
import { flatValues, nodeAround, parseRequest, unknown, valueCollisions, visible } from "../../language/index.ts";
import type { FlatValue, Request } from "../../language/index.ts";

export type CreateForm = BodyOf<"forms.create">;

/** Returns the name of a request file without its ending. This name identifies the test forms of the file. */
export const requestName = (path: string): string => basename(path, ".form.json");

const asked = operations["forms.create"].request;

interface Problem {
  /** Such as `values.address`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** UTF-16 offsets in the file. */
  readonly start: number;
  readonly end: number;
}

type Reading =
  | { readonly body: CreateForm; readonly problems: readonly [] }
  | { readonly body: null; readonly problems: readonly Problem[] };

/** Reads plain JSON: comments and trailing commas are errors, since other programs send the same file. */
export function readRequest(text: string): Reading {
  if (text.trim() === "") {
    return {
      body: null,
      problems: [
        {
          path: "",
          message: l10n.t("The file is empty. A create-form request needs at least dialogDefinitionId and values."),
          start: 0,
          end: text.length,
        },
      ],
    };
  }
  const request = parseRequest(text);
  if (request.problems.length > 0)
    return {
      body: null,
      problems: request.problems.map(({ message, start, end }) => ({
        path: "",
        message: l10n.t("This is not JSON: {0}", message),
        start,
        end,
      })),
    };
  const parsed = asked.safeParse(JSON.parse(text.replace(/^\ufeff/, "")));
  const wrong = parsed.success
    ? ambiguities(request, parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({
        path: path.map((step) => (typeof step === "symbol" ? String(step) : step)),
        message,
      }));
  if (parsed.success && wrong.length === 0) return { body: parsed.data, problems: [] };
  const problems = wrong.map(({ path, message }) => {
    const { start, end } = nodeAround(request, path) ?? { start: 0, end: text.length };
    return {
      path: path.join("."),
      message: `${path.length === 0 ? l10n.t("The request") : path.join(".")}: ${message}.`,
      start,
      end,
    };
  });
  return { body: null, problems };
}

/**
 * Returns a problem for each value or name that the service accepts, but whose effect is not documented (document 1,
 * "Value shapes", "Create-form request").
 */
function ambiguities(
  request: Request,
  body: CreateForm,
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const pathOf = ({ path }: FlatValue): readonly string[] => ["values", ...path.map(({ name }) => name.text)];
  return [
    // To recognise every object that is not flattened, the Smartform is needed, but it is not known here.
    ...valueCollisions(flatValues(request, unknown)).map(({ value, before }) => ({
      path: pathOf(value),
      message: l10n.t(
        "fills {0}, and so does {1}; it is not documented which of them is used, so keep only one",
        value.name,
        pathOf(before).join("."),
      ),
    })),
    ...[
      ...otherSpellings(body, asked.shape, []),
      ...otherSpellings(body.notification ?? {}, asked.shape.notification.unwrap().unwrap().shape, ["notification"]),
    ],
    ...(body.dataTableValue && body.dataTableValues
      ? [
          {
            path: ["dataTableValues"],
            message: l10n.t("is another spelling of dataTableValue, and the request has both; keep dataTableValue"),
          },
        ]
      : []),
  ];
}

/**
 * The service may accept names in any letter case, but the dialog before sending considers only the documented
 * spelling.
 */
function otherSpellings(
  object: object,
  documented: object,
  around: readonly string[],
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const names = Object.keys(documented);
  return Object.keys(object).flatMap((name) => {
    const meant = names.includes(name) ? undefined : names.find((each) => each.toLowerCase() === name.toLowerCase());
    return meant === undefined
      ? []
      : [{ path: [...around, name], message: l10n.t("is {0} in another letter case; write {0}", meant) }];
  });
}

/**
 * A notification block that notifies nobody. It is written in full, since the documents do not say what a missing block
 * does (document 1, "Notification block").
 */
export const nobody = (): NonNullable<CreateForm["notification"]> => ({
  sendEmail: false,
  sendSms: false,
  participatingParties: [],
});

/** The parts of a request that reach people or change what the company shares. */
interface Reach {
  /** How many parties are listed to be notified; 0 if both channels are off. */
  readonly parties: number;
  readonly webhook: string | null;
  /** The request turns the webhook on again if it is off. The service does not say whether the webhook is off. */
  readonly revives: boolean;
}

export function reachOf({ notification, webhook, webhookForceRun }: CreateForm): Reach {
  const off = notification?.sendEmail === false && notification.sendSms === false;
  return {
    parties: off ? 0 : (notification?.participatingParties?.length ?? 0),
    webhook: webhook ?? null,
    revives: webhookForceRun === true,
  };
}

/**
 * Returns what the author should know before sending the request unchanged (document 1, "Events"). `smartform`: display
 * name of the Smartform. The webhook's address is the only value of the request that these words contain.
 */
export function consequencesOf(body: CreateForm, { smartform }: { readonly smartform: string }): readonly string[] {
  const { parties, webhook, revives } = reachOf(body);
  const suspicious = suspiciousNames(body.externalMetaData);
  return [
    ...(parties > 0 ? [l10n.t("Messages that were sent cannot be taken back.")] : []),
    ...(parties > 0 && !body.privateSecret
      ? [l10n.t("The request gives no private secret, so the service’s default secret goes with the form.")]
      : []),
    ...(webhook !== null
      ? [
          l10n.t(
            "The webhook {0} stays on the Smartform {1}, and later forms may call it too. This extension cannot remove it.",
            visible(shownAddress(webhook)),
            visible(smartform),
          ),
          ...addressDoubts(webhook),
          l10n.t("When the form is submitted, its answers, data table and external metadata are sent to the webhook."),
        ]
      : []),
    ...(revives ? [l10n.t("The request also turns the webhook on again if it is off.")] : []),
    ...(webhook !== null && suspicious.length > 0
      ? [l10n.t("The external metadata may hold a secret: {0}.", suspicious.map(visible).join(", "))]
      : []),
  ];
}

/** Returns objections to an address that the service accepts. */
function addressDoubts(webhook: string): readonly string[] {
  const { protocol, username, password, searchParams } = new URL(webhook);
  return [
    ...(protocol === "http:"
      ? [l10n.t("The webhook's address begins with http, not https. Others can intercept what is sent there.")]
      : []),
    ...(username !== "" || password !== ""
      ? [
          l10n.t(
            "The webhook's address holds a user name or password, which everybody who sees the Smartform’s settings can read.",
          ),
        ]
      : []),
    ...([...searchParams.keys()].some((name) => secretName.test(name))
      ? [
          l10n.t(
            "The query of the webhook's address may hold a secret, which everybody who sees the Smartform’s settings can read.",
          ),
        ]
      : []),
  ];
}

const secretName = /secret|passw|token|key|ssn|personal|sig$|signature|auth/i;

/** Returns names at any depth that suggest a secret, as paths with dots. */
function suspiciousNames(data: unknown): readonly string[] {
  const found: string[] = [];
  const open: (readonly [path: string, value: unknown])[] = [["", data]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (secretName.test(name)) found.push(path + name);
      else open.push([`${path.slice(-200)}${name}.`, inner]);
    }
  }
  return found.sort();
}

/** Returns the request without a webhook and without anybody to notify. */
export function silenced(body: CreateForm): CreateForm {
  const quiet: CreateForm = { ...body, notification: nobody() };
  delete quiet.webhook;
  delete quiet.webhookForceRun;
  return quiet;
}

/** The consequence of a form in Production, whether or not it reaches anybody. */
export const inProduction = (): string =>
  l10n.t(
    "A form that is created in Production is a real form: statistics may count it, and it may stay until somebody deletes it.",
  );

export const testSource = "smartform-test";
/**
 * Name in `externalMetaData` under which a test form carries its marker. Without the marker, a form whose answer was
 * lost cannot be found.
 */
export const markerName = "smartformTest";

/**
 * Marks the request as a test (in `source`, unless the author set one, and in `externalMetaData`) and states explicitly
 * whom to notify. The data table is sent only as `dataTableValue`, even if the author wrote `dataTableValues`. The
 * environment is sent only in the path.
 */
export function marked({ dataTableValues, environment: _, ...body }: CreateForm, marker: string): CreateForm {
  const dataTableValue = body.dataTableValue ?? dataTableValues;
  return {
    ...body,
    ...(dataTableValue && { dataTableValue }),
    source: body.source ?? testSource,
    notification: body.notification ?? nobody(),
    externalMetaData: { ...body.externalMetaData, [markerName]: marker },
  };
}

/**
 * Returns the environment that the request names, in any letter case, or else the connection's environment. If the
 * result is undefined, the saved draft runs.
 */
export function environmentOf(
  { environment }: CreateForm,
  ofConnection: Environment | undefined,
): Environment | undefined {
  return environment === undefined || environment === null
    ? ofConnection
    : environments.find((one) => one.toLowerCase() === environment.toLowerCase());
}
