/** textDocument/publishDiagnostics and textDocument/diagnostic: findings as LSP diagnostics. */
import { DiagnosticSeverity } from "vscode-languageserver";
import type { Diagnostic, DiagnosticRelatedInformation } from "vscode-languageserver";
import { baselineOf, readSettingsFile } from "../../catalog/index.ts";
import { findings, requestFindings } from "../../language/index.ts";
import type { Finding, Related, Severity } from "../../language/index.ts";
import { requestOf } from "../documents.ts";
import { toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, info: DiagnosticSeverity.Information, hint: DiagnosticSeverity.Hint,
};

/** Findings of the document with the severities that the workspace chose. */
export function findingsOf(open: Open): readonly Finding[] {
  const { document, context } = open;
  if (document.kind === "settings") return settingsFindings(open);
  const request = requestOf(document);
  return told(request === null ? findings(document.syntax, context, { memory: document.memory }) : requestFindings(request, context), document.syntax.text, open);
}

/** Of everything that is found in a text of the document, what the workspace did not turn off and the baseline does not hold. */
export function told(found: readonly Finding[], text: string, { rules, known }: Pick<Open, "rules" | "known">): readonly Finding[] {
  const isKnown = baselineOf(known);
  return found.flatMap((finding) => {
    const severity = rules.get(finding.code) ?? finding.severity;
    return severity === "off" || isKnown(finding, text) ? [] : [{ ...finding, severity }];
  });
}

/** What is not understood in `smartform.json`, and what the library is known not to have. It is no finding about a text: no rule turns it off, and its fixes are words to write instead. */
function settingsFindings({ document: { syntax }, context: { catalog } }: Open): readonly Finding[] {
  return readSettingsFile(syntax.text, { catalog }).mistakes.map(({ instead, isSyntax = false, ...mistake }) => ({ ...mistake, code: isSyntax ? "settings-syntax" : "settings", severity: "warning", data: instead }));
}

/** `readsJson`: the editor itself tells what is no JSON, as VS Code does, and would show that twice. */
export function diagnostics(open: Open, { readsJson }: { readonly readsJson: boolean }): Diagnostic[] {
  return findingsOf(open).filter(({ code }) => !readsJson || (!code.endsWith("-syntax"))).map((finding) => toDiagnostic(finding, open));
}

export function toDiagnostic(finding: Finding, { document }: { readonly document: Pick<Open["document"], "uri" | "lines"> }): Diagnostic {
  const related = (finding.related ?? []).flatMap((each) => toRelated(each, document.uri, document.lines));
  return {
    range: toLspRange(document.lines, finding),
    severity: severities[finding.severity],
    code: finding.code,
    source: "smartform",
    message: finding.message,
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

/** Places in other texts have no lines here; their message says which text is meant. */
function toRelated({ textId, message, start, end }: Related, uri: string, lines: Open["document"]["lines"]): readonly DiagnosticRelatedInformation[] {
  return textId === null ? [{ location: { uri, range: toLspRange(lines, { start, end }) }, message }] : [];
}
