/** The commands of statistics, audit events and journeys. */
import { editorTitle, row, title } from "./places.ts";
import type { Contributed } from "./places.ts";
import { all, connected, has, inPdfPanel, reaches, single, trusted, visible } from "./when.ts";

export const reports = {
  showStatistics: {
    title: "Show Statistics",
    icon: "graph",
    enabled: reaches("statistics"),
    menus: [title("statistics", "navigation@1")],
  },
  showUsage: {
    title: "Show How Often a Smartform Is Used…",
    icon: "graph",
    enabled: reaches("statistics"),
    palette: visible("smartforms"),
    menus: [row("smartforms", "smartform", "1_new@3", has("statistics"))],
  },
  showJourney: {
    title: "Show Journey…",
    icon: "milestone",
    enabled: all(connected, trusted),
    menus: [
      row("testForms", /^(testForm|openedForm|formInProgress)$/, "1_show@5", single),
      row("signing", /^order/, "1_follow@5"),
      row("archive", /^archive(Document|Version)/, "2_look@5"),
      editorTitle("3_journey@1", all(inPdfPanel, trusted, connected)),
    ],
  },
  showAudit: {
    title: "Show Audit Events",
    icon: "history",
    enabled: all(connected, trusted),
    palette: has("audit"),
    menus: [title("audit", "navigation@1")],
  },
  writeAuditEvent: {
    title: "Write an Audit Event…",
    enabled: all(connected, trusted),
    palette: visible("audit"),
    menus: [title("audit", "1_event@2")],
  },
  openAuditEvent: {
    title: "Open Audit Event by Its Id…",
    icon: "go-to-file",
    enabled: all(connected, trusted),
    palette: visible("audit"),
    menus: [title("audit", "1_event@1")],
  },
} satisfies Contributed;
