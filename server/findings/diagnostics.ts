/** textDocument/publishDiagnostics and textDocument/diagnostic: findings as LSP diagnostics. */
import { DiagnosticSeverity } from "vscode-languageserver";
import type { Diagnostic, DiagnosticRelatedInformation } from "vscode-languageserver";
import { baselineOf, readSettingsFile } from "../../catalog/index.ts";
import { findings, requestFindings, textTarget } from "../../language/index.ts";
import type { Finding, Related, Severity } from "../../language/index.ts";
import { openedAddress } from "../places/address.ts";
import { requestOf } from "../workspace/documents.ts";
import { toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Findings of the document with the severities that the workspace chose. */
export function findingsOf(open: Open): readonly Finding[] {
  const { document, context } = open;
  if (document.kind === "settings") return settingsFindings(open);
  const request = requestOf(document);
  return told(
    request === null
      ? findings(document.syntax, context, { memory: document.memory })
      : requestFindings(request, context),
    document.syntax.text,
    open,
  );
}

/**
 * Of everything that is found in a text of the document, what the workspace did not turn off and the baseline does not
 * hold.
 */
export function told(
  found: readonly Finding[],
  text: string,
  { rules, known }: Pick<Open, "rules" | "known">,
): readonly Finding[] {
  const isKnown = baselineOf(known);
  return found.flatMap((finding) => {
    const severity = rules.get(finding.code) ?? finding.severity;
    return severity === "off" || isKnown(finding, text) ? [] : [{ ...finding, severity }];
  });
}

/**
 * What is not understood in `smartform.json`, and what the library is known not to have. It is no finding about a text:
 * no rule turns it off, and its fixes are words to write instead.
 */
function settingsFindings({ document: { syntax }, context: { catalog } }: Open): readonly Finding[] {
  return readSettingsFile(syntax.text, { catalog }).mistakes.map(({ instead, isSyntax = false, ...mistake }) => ({
    ...mistake,
    code: isSyntax ? "settings-syntax" : "settings",
    severity: "warning",
    data: instead,
  }));
}

/** `readsJson`: the editor itself tells what is no JSON, as VS Code does, and would show that twice. */
export function diagnostics(open: Open, { readsJson }: { readonly readsJson: boolean }): Diagnostic[] {
  return findingsOf(open)
    .filter(({ code }) => !readsJson || !code.endsWith("-syntax"))
    .map((finding) => toDiagnostic(finding, open));
}

/** What a diagnostic is about; without a context, places in other texts are not told. */
type Subject = { readonly document: Pick<Open["document"], "uri" | "lines"> } & Partial<
  Pick<Open, "context" | "opening">
>;

export function toDiagnostic(finding: Finding, subject: Subject): Diagnostic {
  const { document } = subject;
  const related = (finding.related ?? []).flatMap((each) => toRelated(each, subject));
  return {
    range: toLspRange(document.lines, finding),
    severity: severities[finding.severity],
    code: finding.code,
    source: "smartform",
    message: finding.message,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

/** Another text is named as a whole, where the client can open it; otherwise its message says which one is meant. */
function toRelated(
  { textId, language, message, start, end }: Related,
  { document, context, opening }: Subject,
): readonly DiagnosticRelatedInformation[] {
  if (textId === null)
    return [{ location: { uri: document.uri, range: toLspRange(document.lines, { start, end }) }, message }];
  const text = context?.catalog.text(textId);
  if (context === undefined || opening === undefined || text?.state !== "known") return [];
  const target = textTarget(text.value, language === null ? context : { ...context, language });
  const uri = target && openedAddress(target.path, textId, opening);
  return uri === null ? [] : [{ location: { uri, range: top }, message }];
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
