/** The draft of an order: its parts, their limits, and the service's proposals. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import { operations } from "../../api/index.ts";
import type { AnswerOf, OrderFacts, OrderRequest, SequenceName } from "../../api/index.ts";
import { sizeWords } from "../window/inDisplayLanguage.ts";
import { brief, oneOrMany } from "../../language/index.ts";
import { extensionOf } from "./downloadModel.ts";
import type { OrderFileFacts } from "./sendOrderModel.ts";

const { shape } = operations["signing.orders.create"].request;

export type Language = OrderRequest["language"];
export const languages: readonly Language[] = shape.language.options;

export const steps = ["name", "language", "texts", "people", "options"] as const;
export type Step = (typeof steps)[number];

/** The four texts of an order, as the request names them. */
export const textNames = [
  "emailNotificationSubject",
  "emailNotificationMessage",
  "signingNotificationTitle",
  "signingNotificationMessage",
] as const;
type TextName = (typeof textNames)[number];
type Texts = Readonly<Record<TextName, string>>;

export const textLabels: Readonly<Record<TextName, string>> = {
  emailNotificationSubject: l10n.t("Subject of the notification by email"),
  emailNotificationMessage: l10n.t("Text of the notification by email"),
  signingNotificationTitle: l10n.t("Title of the signing notification"),
  signingNotificationMessage: l10n.t("Text of the signing notification"),
};

export interface DraftSignatory {
  readonly emailAddress: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly sequence: SequenceName;
  /** Identifies the signatory in another system. */
  readonly ownId?: string;
  readonly personalNumber?: string;
  readonly signViaUrl?: boolean;
}

export interface Draft {
  readonly files: readonly OrderFileFacts[];
  readonly packageName: string;
  readonly language: Language;
  readonly texts: Texts;
  /** The service's proposals: a text that still equals its proposal changes with the language. */
  readonly proposed: Texts;
  readonly signatories: readonly DraftSignatory[];
  /**
   * A signatory whose entry is not finished. `at` is the signatory's index in the list, or the length of the list for a
   * new signatory.
   */
  readonly entry?: DraftSignatory & { readonly at: number };
  readonly signNowViaUrl: boolean;
  readonly distribute: boolean;
  readonly completedWebhookUrl?: string;
  readonly cancelledWebhookUrl?: string;
  readonly archiveFolderId?: string;
  /** The step that the person has reached. */
  readonly step: Step;
  /** ISO time when the order was sent before, with an unknown outcome. */
  readonly sentBefore?: string;
}

const noTexts: Texts = {
  emailNotificationSubject: "",
  emailNotificationMessage: "",
  signingNotificationTitle: "",
  signingNotificationMessage: "",
};

export const noSignatory: DraftSignatory = { emailAddress: "", firstName: "", lastName: "", sequence: "NoOrder" };

/** `wanted`: the display language of the editor. The order is named after its first file. */
export function newDraft(files: readonly OrderFileFacts[], wanted: string): Draft {
  const language = languages.find((code) => code === wanted.slice(0, 2).toLowerCase()) ?? "en";
  return {
    files,
    packageName: (files[0]?.name ?? "").replace(/\.pdf$/i, ""),
    language,
    texts: noTexts,
    proposed: noTexts,
    signatories: [],
    signNowViaUrl: false,
    distribute: false,
    step: "name",
  };
}

/** Switches the draft to the language, with the service's texts unless the person changed them. */
export function inLanguage(
  draft: Draft,
  language: Language,
  initial: AnswerOf<"signing.initialDataInLanguage">,
): Draft {
  const proposed: Texts = {
    emailNotificationSubject: initial.emailSigningSubject ?? "",
    emailNotificationMessage: initial.emailSigningMessage ?? "",
    signingNotificationTitle: initial.providerSigningSubject ?? "",
    signingNotificationMessage: initial.providerSigningMessage ?? "",
  };
  const texts = Object.fromEntries(
    textNames.map((name) => [name, draft.texts[name] === draft.proposed[name] ? proposed[name] : draft.texts[name]]),
  ) as Record<TextName, string>;
  return { ...draft, language, proposed, texts };
}

/** Returns why the files cannot be signed; undefined if they can. */
export function filesProblem(files: readonly OrderFileFacts[]): string | undefined {
  const wrong = files.filter(({ bytes }) => extensionOf(bytes) !== ".pdf");
  if (wrong.length > 0)
    return oneOrMany(
      wrong.length,
      l10n.t("Only PDFs can be signed. {0} is not a PDF.", wrong.map(({ name }) => brief(name)).join(", ")),
      l10n.t("Only PDFs can be signed. These are not PDFs: {0}.", wrong.map(({ name }) => brief(name)).join(", ")),
    );
  const { success } = shape.signingOrderFiles.safeParse(files.map(({ name }) => ({ name, fileContent: "AAAA" })));
  return success
    ? undefined
    : l10n.t('An order takes 1 to 10 files (API document 2, "Signing order"). You chose {0}.', files.length);
}

/** Returns why a text of the order cannot be sent; undefined if it can. The limits are the documented ones. */
export function textProblem(name: TextName | "packageName", value: string): string | undefined {
  const label = name === "packageName" ? l10n.t("The name of the order") : textLabels[name];
  if (value.trim() === "") return l10n.t("{0} is needed.", label);
  const read = shape[name].safeParse(value);
  return read.success
    ? undefined
    : l10n.t(
        '{0}: {1} (API document 2, "Signing order"). It has {2} characters now.',
        label,
        read.error.issues[0]?.message ?? l10n.t("not as documented"),
        Array.from(value).length,
      );
}

/** A mistyped address would ask somebody else to sign, so texts that cannot be addresses are refused. */
export function addressProblem(value: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(value.trim())
    ? undefined
    : l10n.t("Write an email address, such as name@example.com.");
}

/** Returns the first problem that keeps the order from being sent, and the step in which it can be corrected. */
export function draftProblem(draft: Draft): { readonly step: Step; readonly words: string } | undefined {
  const name = textProblem("packageName", draft.packageName);
  if (name !== undefined) return { step: "name", words: name };
  const text = textNames.map((each) => textProblem(each, draft.texts[each])).find((problem) => problem !== undefined);
  if (text !== undefined) return { step: "texts", words: text };
  return draft.signatories.length === 0
    ? { step: "people", words: l10n.t('At least one signatory is needed (API document 2, "Signing order").') }
    : undefined;
}

/** An input box has one line, so line breaks and backslashes are escaped as in JSON. */
export function toLine(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\r\n", "\n").replaceAll("\n", "\\n");
}

export function fromLine(line: string): string {
  return line.replace(/\\([\\n])/g, (_, escaped: string) => (escaped === "n" ? "\n" : "\\"));
}

/** Summarises a draft for the list from which the person continues one. */
export function draftWords({ packageName, signatories, files }: Draft): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return [
    brief(packageName) || l10n.t("without a name"),
    oneOrMany(signatories.length, l10n.t("1 signatory"), l10n.t("{0} signatories", signatories.length)),
    `${oneOrMany(files.length, l10n.t("1 file"), l10n.t("{0} files", files.length))} (${sizeWords(bytes)})`,
  ].join(", ");
}

/** Places in the order of signing. The documents name them, but do not describe them. */
export const sequenceChoices: readonly {
  readonly label: string;
  readonly description: SequenceName;
  readonly value: SequenceName;
}[] = [
  { label: l10n.t("No order"), description: "NoOrder", value: "NoOrder" },
  { label: l10n.t("Initial"), description: "Initial", value: "Initial" },
  { label: l10n.t('Depends on "Initial"'), description: "DependsOnInitial", value: "DependsOnInitial" },
];

/** The trimmed text; undefined if it is empty. */
export function given(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/**
 * Builds the order as the service expects it, without empty values. The signatories sign in a fixed sequence only if a
 * place was chosen for somebody.
 */
export function factsOf({
  files,
  packageName,
  language,
  texts,
  signatories,
  signNowViaUrl,
  distribute,
  ...rare
}: Draft): OrderFacts {
  const [completedWebhookUrl, cancelledWebhookUrl, archiveFolderId] = [
    given(rare.completedWebhookUrl),
    given(rare.cancelledWebhookUrl),
    given(rare.archiveFolderId),
  ];
  return {
    packageName: packageName.trim(),
    language,
    ...texts,
    signatories: signatories.map(signatoryFacts),
    files: [...files],
    useSignatureOrder: signatories.some(({ sequence }) => sequence !== "NoOrder"),
    ...(signNowViaUrl && { signNowViaUrl }),
    ...(distribute && { distributeSignedDocumentToAllSignatories: distribute }),
    ...(completedWebhookUrl !== undefined && { completedWebhookUrl }),
    ...(cancelledWebhookUrl !== undefined && { cancelledWebhookUrl }),
    ...(archiveFolderId !== undefined && { archiveFolderId }),
  };
}

function signatoryFacts({
  emailAddress,
  firstName,
  lastName,
  sequence,
  signViaUrl,
  ...rare
}: DraftSignatory): OrderFacts["signatories"][number] {
  const [id, personalNumber] = [given(rare.ownId), given(rare.personalNumber)];
  return {
    emailAddress: emailAddress.trim(),
    firstName: firstName.trim() || null,
    lastName: lastName.trim() || null,
    signingSequence: sequence,
    ...(id !== undefined && { id }),
    ...(personalNumber !== undefined && { personalNumber }),
    ...(signViaUrl === true && { signViaUrl }),
  };
}
