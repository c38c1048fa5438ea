/**
 * Explains to the user what a refusal means for the operation, and claims only what the service said. Something that
 * the service does not show may be missing, private, or another company's. The cause of a refusal, such as a text that
 * already uses a code, may be hidden from the client as well.
 */
import * as l10n from "@vscode/l10n";
import { archiveMeanings } from "./archive.ts";
import { documentsMeanings, environmentRefused } from "./documents.ts";
import { storeMeanings } from "./store.ts";
import type { ApiError } from "../error.ts";
import { auditMeanings, statisticsMeanings } from "./auditAndStatistics.ts";
import { signingMeanings } from "./signing.ts";
import type { Service } from "../operation.ts";
import { operationOf } from "../operations.ts";
import type { OperationId } from "../operations.ts";

/** The request, if the caller has it: the explanation then names its parts. */
export interface Asked {
  readonly environment?: string;
  /** Document editor only: an unknown group gives 404, and so does a group on a call that takes no group. */
  readonly environmentGroup?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The Smartform's name, if known: users know it by name, not by id. */
  readonly smartform?: string;
}

/**
 * Returns one or more sentences; the error's own message if there is no explanation for the operation. The service's
 * own words are in `error.detail`.
 */
export function explain(error: ApiError, asked: Asked = {}): string {
  const words = meaningOf(error, asked);
  return error.code === "not-found" && error.operation !== "token" && asked.environmentGroup !== undefined
    ? `${words} ${groupNamed(asked.environmentGroup)}`
    : words;
}

/** Document 3 says that most calls take a group, but not which ones ("Endpoints"). */
function groupNamed(group: string): string {
  return l10n.t(
    "The call used the environment group {0}. Perhaps the group is misspelled, or this call does not accept a group. Or what you asked for is in another group.",
    group,
  );
}

function meaningOf(error: ApiError, asked: Asked): string {
  if (error.operation === "token") return error.message;
  const meaning =
    meanings[error.operation]?.[error.code as Explained] ??
    everywhere[operationOf(error.operation).service]?.[error.code as Explained];
  if (meaning === undefined) return error.message;
  return typeof meaning === "function" ? meaning(asked) : meaning;
}

type Explained =
  | "unauthorized"
  | "forbidden"
  | "bad-request"
  | "not-found"
  | "not-acceptable"
  | "conflict"
  | "too-large"
  | "server-error"
  | "unexpected-status";
type Meaning = string | ((asked: Asked) => string);

/** Explanations by operation and refusal; each service of documents 2 and 3 has its own file in `explain/`. */
export type Meanings = Partial<Record<OperationId, Partial<Record<Explained, Meaning>>>>;

const textNotShown = l10n.t(
  "The service does not show this text to this client: it may be missing, private, or of another company. It was not necessarily deleted; what you have here is kept.",
);
const folderNotShown = l10n.t(
  "The service does not show this folder to this client: it may be missing, private, or of another company.",
);
const codeTaken = l10n.t(
  "The code is already used in this folder, in its top folder, or in another folder under the same top folder. Codes must be unique under a top folder. The text that uses the code may be one that this client cannot see. Choose another code, or another top folder.",
);
const folderTaken = l10n.t(
  "The name is already used at this level, or the code is already used somewhere in the company. The folder that uses the name or the code may be one that this client cannot see. Choose another name or code.",
);
const formRefused = l10n.t(
  "The service refused the form: the Smartform or the values are missing, the request gives two different environments, or the webhook is not an absolute http or https address.",
);

function smartformNotShown(asked: Asked): string {
  const { environment } = asked;
  const smartform =
    asked.smartform ??
    asked.path?.["dialogDefinitionId"] ??
    nameOf(asked.body, "dialogDefinitionId") ??
    nameOf(asked.body, "smartformId");
  const which =
    smartform === undefined
      ? l10n.t({ message: "The Smartform", comment: ["At the beginning of a sentence."] })
      : l10n.t('The Smartform "{0}"', smartform);
  const named = environment ?? nameOf(asked.body, "environment");
  return named === undefined
    ? l10n.t(
        "{0} is not shown to this client: it may be missing, belong to another company, or not be deployed to the environment that was named.",
        which,
      )
    : l10n.t(
        "{0} is not deployed to {1}, is missing, or belongs to another company. Choose an environment that it is deployed to, or deploy it to {1} and try again.",
        which,
        named,
      );
}

function formNotShown({ environment }: Asked): string {
  return environment === undefined
    ? l10n.t(
        "The service does not show this form to this client: it may be missing, of another company, or filed under another environment. It was not necessarily deleted. Try the other environments.",
      )
    : l10n.t(
        "The service does not show this form to this client: it may be missing, of another company, or filed under an environment other than {0}. It was not necessarily deleted. Try the other environments.",
        environment,
      );
}

const pdfRefused = (asked: Asked): string =>
  `${formNotShown(asked)} ${l10n.t("There are other possible reasons: the form belongs to another Smartform, or the request does not name the form or the Smartform.")}`;

/**
 * It is not documented which status says that the form belongs to another Smartform, so every status that may say so
 * gets the same explanation.
 */
const pdfMeanings = {
  "bad-request": pdfRefused,
  "not-found": pdfRefused,
  "not-acceptable": pdfRefused,
  conflict: pdfRefused,
  "unexpected-status": pdfRefused,
};

/** Explanations by service. They are used if the call has no explanation of its own for the refusal. */
const everywhere: Partial<Record<Service, Partial<Record<Explained, Meaning>>>> = {
  documents: { unauthorized: environmentRefused, forbidden: environmentRefused },
};

const meanings: Meanings = {
  ...archiveMeanings,
  ...auditMeanings,
  ...statisticsMeanings,
  ...documentsMeanings,
  ...storeMeanings,
  ...signingMeanings,
  "textlibrary.texts.get": { "not-found": textNotShown },
  "textlibrary.texts.create": {
    "bad-request": l10n.t(
      "The service refused the text: it needs a folder and a code, and a content type of 0 (plain), 1 (rich) or 2 (HTML).",
    ),
    "not-found": l10n.t(
      "The folder is not shown to this client: it may be missing, private, or of another company. Choose another folder; what you wrote is not lost.",
    ),
    conflict: codeTaken,
  },
  "textlibrary.texts.update": {
    "bad-request": l10n.t(
      "The service refused the text: it needs a folder and a code, and a content type of 0 (plain), 1 (rich) or 2 (HTML).",
    ),
    "not-found": `${textNotShown} ${l10n.t("It may also be that the service did not find the text's folder.")}`,
    conflict: codeTaken,
  },
  "textlibrary.texts.delete": { "not-found": textNotShown },
  "textlibrary.folders.create": {
    "bad-request": l10n.t(
      "The service refused the folder: it needs a name, and a subfolder cannot hold folders of its own.",
    ),
    "not-found": `${folderNotShown} ${l10n.t("Choose another parent folder.")}`,
    conflict: folderTaken,
  },
  "textlibrary.folders.update": {
    "bad-request": l10n.t("The service refused the folder: its name cannot be empty."),
    "not-found": folderNotShown,
    conflict: folderTaken,
  },
  "textlibrary.folders.delete": {
    "not-found": folderNotShown,
    conflict: l10n.t(
      "The folder still holds texts or subfolders, perhaps ones that this client cannot see. Nothing was deleted. Move or delete what is in it first.",
    ),
  },
  "forms.create": { "bad-request": formRefused, "not-found": smartformNotShown },
  "pdf.createForm": { "bad-request": formRefused, "not-found": smartformNotShown },
  "pdf.submitForm": { "bad-request": formRefused, "not-found": smartformNotShown },
  "forms.fields": { "not-found": smartformNotShown },
  "forms.definition": { "not-found": smartformNotShown },
  "forms.participatingParties": { "not-found": smartformNotShown },
  "forms.read": { "not-found": formNotShown },
  "forms.delete": { "not-found": formNotShown },
  "forms.propertyValue": {
    "not-found": (asked) =>
      `${l10n.t("The property has no value, or the form cannot be found.")} ${formNotShown(asked)}`,
  },
  "forms.propertyFile": {
    "not-found": (asked) =>
      `${l10n.t("There is no such file in the form, or the form cannot be found.")} ${formNotShown(asked)}`,
  },
  "pdf.existing": pdfMeanings,
  "pdf.render": pdfMeanings,
};

function nameOf(body: unknown, field: string): string | undefined {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, field)) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === "string" ? value : undefined;
}
