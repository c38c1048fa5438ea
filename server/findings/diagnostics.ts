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

/** The findings of the document, with the severities that the workspace chose. */
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
 * Drops the findings that the workspace turned off and those that the baseline holds, and sets the chosen severities.
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
 * Returns findings about words of `smartform.json` that are not understood, or that certainly name nothing in the
 * library. The settings of rules cannot turn these findings off. Their fixes replace the words.
 */
function settingsFindings({ document: { syntax }, context: { catalog } }: Open): readonly Finding[] {
  return readSettingsFile(syntax.text, { catalog }).mistakes.map(({ instead, isSyntax = false, ...mistake }) => ({
    ...mistake,
    code: isSyntax ? "settings-syntax" : "settings",
    severity: "warning",
    data: instead,
  }));
}

/**
 * `readsJson`: the editor itself reports JSON syntax errors, as VS Code does; reporting them here too would show them
 * twice.
 */
export function diagnostics(open: Open, { readsJson }: { readonly readsJson: boolean }): Diagnostic[] {
  return findingsOf(open)
    .filter(({ code }) => !readsJson || !code.endsWith("-syntax"))
    .map((finding) => toDiagnostic(finding, open));
}

/**
 * The document of a diagnostic. Related places in other texts are left out unless both `context` and `opening` are
 * given.
 */
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

/**
 * A place in another text is shown as the start of that text if the client can open the text; otherwise the place is
 * left out, and only the finding's message names that text.
 */
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
