/** The colours and sizes of the table: those of the editor, in every theme. */
import { createTheme } from "ag-grid-community";
import type { Theme } from "ag-grid-community";

const color = (name: string, otherwise: string): string => `var(--vscode-${name}, ${otherwise})`;

export const theme: Theme = createTheme().withParams({
  backgroundColor: color("editor-background", "Canvas"),
  foregroundColor: color("foreground", "inherit"),
  textColor: color("foreground", "inherit"),
  headerBackgroundColor: color("editorWidget-background", "Canvas"),
  headerTextColor: color("foreground", "inherit"),
  borderColor: `var(--vscode-contrastBorder, ${color("widget-border", "#80808059")})`,
  rowHoverColor: color("list-hoverBackground", "transparent"),
  accentColor: color("focusBorder", "Highlight"),
  oddRowBackgroundColor: color("editor-background", "Canvas"),
  chromeBackgroundColor: color("editorWidget-background", "Canvas"),
  fontFamily: color("font-family", "sans-serif"),
  fontSize: color("font-size", "13px"),
  spacing: 4,
  rowHeight: 24,
  headerHeight: 26,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  headerColumnResizeHandleColor: `var(--vscode-contrastBorder, ${color("widget-border", "#80808059")})`,
  columnBorder: false,
  rowBorder: { color: `var(--vscode-contrastBorder, ${color("tree-inactiveIndentGuidesStroke", "#80808026")})` },
});
