/**
 * Leaves out of pdf.js's style sheet what pages of this project never show: the tools that edit a PDF, the dialogs and
 * the side bar of pdf.js's own application, and rules for browsers older than VS Code's.
 */

const shown = /\.(annotationLayer|textLayer|pdfViewer|page)\b/;
const neverShown =
  /#viewsManager|[dD]ialog|annotationEditorLayer|#editor|ParamsToolbar|[sS]ignature|[cC]omment|popupMenu|toggle-button|messageBar|treeView|\.sidebar|draggingThumbnail|xfaLayer|colorPicker|^@supports not \(color: light-dark/;

/** The argument must be plain CSS whose strings contain no brace. */
export function viewerCss(css) {
  const plain = css.replace(/\/\*[^]*?\*\//g, "");
  const kept = [];
  let [depth, start] = [0, 0];
  for (const { 0: brace, index } of plain.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth > 0) continue;
    const rule = plain.slice(start, index + 1).trim();
    start = index + 1;
    const selector = rule.slice(0, rule.indexOf("{"));
    if (shown.test(selector) || !neverShown.test(selector)) kept.push(rule);
  }
  return kept.join("\n");
}
