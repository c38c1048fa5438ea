/**
 * Finds the text that printed some words of a PDF, and the place in a PDF where a text is printed. The language server
 * says what a text prints. The content of the PDF and the answers of a form stay here: no message to the server
 * contains them. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { definitionIn, isApiError } from "../../api/index.ts";
import type { Api, Definition } from "../../api/index.ts";
import {
  absent,
  isObject,
  known,
  lettersFrom,
  lettersIn,
  lettersOf,
  mayMatch,
  pdfLetters,
  printedAt,
  printedBy,
  printedLetters,
  rangesOf,
  unknown,
  windowOf,
} from "../../language/index.ts";
import type {
  Answer,
  Answers,
  Json,
  JsonObject,
  PdfRange,
  PrintedBy,
  Source,
  TextPlace,
} from "../../language/index.ts";
import { contentsRequest, printedRequest } from "../../server/protocol.ts";
import type { ContentsParams, ContentsResult, PrintedParams, PrintedResult } from "../../server/protocol.ts";
import { placeOf, readBoth } from "../records/readBackModel.ts";
import type { FormOfPdf } from "../records/formOfPdf.ts";
import type { FiledForm } from "../records/readBackModel.ts";
import type { PdfPiece } from "../panels/pdf/readPdf.ts";

/** Sends a request to the language server. */
export type Ask = <T>(method: string, params: object, options: { readonly signal: AbortSignal }) => Promise<T>;

export interface PdfToAsk {
  readonly pieces: readonly (readonly PdfPiece[])[];
  readonly language: string | null;
  readonly form: FormOfPdf | null;
}

interface Told {
  readonly answer: PrintedBy;
  readonly names: PrintedResult["names"];
}

type Options = { readonly signal: AbortSignal };

const nothing: Answers = { data: unknown, inputs: unknown, fields: unknown };
/**
 * How many texts each request reads for a rough comparison, and the maximum number of texts that are compared in
 * detail.
 */
const pageSize = 5000;
const mostTexts = 400;

/** Looks in the form's own pages first, and in the whole library if those are unknown or do not print the words. */
export async function whoPrinted(ask: Ask, pdf: PdfToAsk, range: PdfRange, { signal }: Options): Promise<Told> {
  const letters = pdfLetters(pdf.pieces);
  const selection = lettersIn(letters, range);
  if (selection === null)
    return {
      answer: {
        sure: "declines",
        why: l10n.t("Page headers and footers, and anything without letters, do not come from a text."),
      },
      names: [],
    };
  const formPrints = await printed(ask, pdf, [], { signal });
  const ofForm = formSource(formPrints, pdf.form?.answers ?? nothing);
  const first: Told = { answer: printedBy(letters, selection, ofForm), names: formPrints.names };
  if (first.answer.sure !== "declines") return first;
  const window = windowOf(letters, selection);
  const textIds: string[] = [];
  for (let after: number | null = 0; after !== null && textIds.length < mostTexts;) {
    const page: ContentsResult = await ask<ContentsResult>(
      contentsRequest,
      { after, limit: pageSize, language: formPrints.language } satisfies ContentsParams,
      { signal },
    );
    if (!page.known)
      return {
        ...first,
        answer: {
          sure: "declines",
          why: l10n.t("The Text Library has not been read yet. Refresh the Text Library, and try again."),
        },
      };
    for (const { textId, content } of page.texts)
      if (mayMatch(window, lettersOf(content.replace(/<[^<>]*>/g, "")))) textIds.push(textId);
    after = page.next;
  }
  const library = await printed(ask, pdf, textIds.slice(0, mostTexts), { signal });
  return {
    answer: printedBy(letters, selection, [...ofForm, ...textSources(library, pdf.form?.answers ?? nothing)]),
    names: library.names,
  };
}

/** Returns where the PDF prints a place of a library text; empty if it is not found. */
export async function whereIsPrinted(
  ask: Ask,
  pdf: PdfToAsk,
  place: TextPlace & { readonly textId: string },
  { signal }: Options,
): Promise<readonly PdfRange[]> {
  const letters = pdfLetters(pdf.pieces);
  const prints = await printed(
    ask,
    { ...pdf, language: pdf.language ?? (pdf.form === null ? place.language : null) },
    [place.textId],
    { signal },
  );
  const answers = pdf.form?.answers ?? nothing;
  for (const sources of [formSource(prints, answers), textSources(prints, answers)]) {
    const ranges = sources
      .flatMap((source) =>
        lettersFrom(source, place).flatMap((selection) => printedAt(letters, source, selection).slice(0, 1)),
      )
      .flatMap((selection) => rangesOf(letters, selection));
    if (ranges.length > 0) return [...new Map(ranges.map((range) => [JSON.stringify(range), range])).values()];
  }
  return [];
}

/**
 * Reads what the service says about a form: its answers, and the version that it runs. The version comes from the
 * form's definition, which is not documented. If the service refuses to return the definition, the version stays
 * unknown. Rejects with ApiError if the form itself cannot be read.
 */
export async function formOfPdf(
  api: Api,
  {
    smartformId,
    textLibraryFolder,
    ...form
  }: FiledForm & { readonly smartformId: string; readonly textLibraryFolder: string | null },
  options: Options,
): Promise<FormOfPdf> {
  const definition = api
    .call("forms.definition", { path: { dialogDefinitionId: smartformId }, ...placeOf(form) }, options)
    .then(definitionIn, (error: unknown): Definition => {
      if (!isApiError(error) || error.code === "cancelled") throw error;
      return {};
    });
  const [version, answers] = await Promise.all([definition, answersOf(api, form, options)]);
  return { smartformId, version, folder: textLibraryFolder, answers };
}

/** Combines both shapes in which the service returns the form (document 1, "Form read back"). Rejects with ApiError. */
async function answersOf(api: Api, form: FiledForm, { signal }: Options): Promise<Answers> {
  const { plain, readable } = await readBoth(api, form, { signal });
  const values = isObject(readable.values) ? readable.values : {};
  const inputs = values["inlineInputs"];
  return {
    data: asObject(readable.dataTableValues ?? plain.dataTableValues),
    inputs: isObject(inputs) ? known(texts(inputs)) : unknown,
    fields: isObject(readable.values) ? known(texts(values)) : unknown,
  };
}

async function printed(
  ask: Ask,
  { form, language }: PdfToAsk,
  textIds: readonly string[],
  options: Options,
): Promise<PrintedResult> {
  return ask<PrintedResult>(
    printedRequest,
    {
      smartformId: form?.smartformId ?? null,
      ...(form && { version: form.version }),
      folder: form?.folder ?? null,
      language,
      textIds,
    } satisfies PrintedParams,
    options,
  );
}

function formSource({ form }: PrintedResult, answers: Answers): readonly Source[] {
  return form?.parts == null ? [] : [{ of: { kind: "form" }, letters: printedLetters(form.parts, answers) }];
}

function textSources({ texts }: PrintedResult, answers: Answers): readonly Source[] {
  return texts.map(({ textId, language, pieces }) => ({
    of: { kind: "text", textId, language },
    letters: printedLetters([{ pieces }], answers),
  }));
}

function texts(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
    ),
  );
}

function asObject(value: unknown): Answer<JsonObject> {
  if (value === undefined) return unknown;
  return isObject(value) ? known(value as Readonly<Record<string, Json>>) : absent;
}
