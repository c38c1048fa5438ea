/**
 * Document 3, Outputs: finished documents from data, a session or a DXML. The calls only render, so they count as
 * reads; 204 means that the data produce no document.
 */
import * as l10n from "@vscode/l10n";
import type { Operation } from "../operation.ts";
import { dataCall, dxmlCall, htmlDataCall, htmlDxmlCall } from "./dataCall.ts";

const shared = {
  service: "documents",
  environment: "prefix",
  retry: "free",
  nothing: null,
  nothingStatus: 204,
  section: "3, Endpoints, Outputs",
} as const;
const fromData = { ...shared, method: "POST", effect: "read-by-post", request: dataCall } as const;
const fromSession = { ...shared, method: "GET", effect: "read" } as const;
const fromDxml = { ...shared, method: "POST", effect: "read-by-post", request: dxmlCall } as const;

export const outputsOperations = {
  "documents.pdf.create": {
    get name() {
      return l10n.t("create the PDF");
    },
    path: "/pdf/create",
    response: "pdf",
    ...fromData,
  },
  "documents.pdf.createJson": {
    get name() {
      return l10n.t("create the PDF from JSON");
    },
    path: "/pdf/create/jsondata",
    response: "pdf",
    ...fromData,
  },
  "documents.pdf.createSimplex": {
    get name() {
      return l10n.t("create the one-sided PDF");
    },
    path: "/pdf/simplex/create",
    response: "pdf",
    ...fromData,
  },
  "documents.pdf.createSimplexJson": {
    get name() {
      return l10n.t("create the one-sided PDF from JSON");
    },
    path: "/pdf/simplex/create/jsondata",
    response: "pdf",
    ...fromData,
  },
  "documents.pdf.preview": {
    get name() {
      return l10n.t("create the preview");
    },
    path: "/pdf/createpreview",
    response: "pdf",
    ...fromData,
  },
  "documents.pdf.previewJson": {
    get name() {
      return l10n.t("create the preview from JSON");
    },
    path: "/pdf/createpreview/jsondata",
    response: "pdf",
    ...fromData,
  },
  "documents.mfdx.create": {
    get name() {
      return l10n.t("create the MFDX file");
    },
    path: "/mfdx/create",
    response: "file",
    ...fromData,
  },
  "documents.mfdx.createJson": {
    get name() {
      return l10n.t("create the MFDX file from JSON");
    },
    path: "/mfdx/create/jsondata",
    response: "file",
    ...fromData,
  },
  "documents.mfdx.createSimplex": {
    get name() {
      return l10n.t("create the one-sided MFDX file");
    },
    path: "/mfdx/simplex/create",
    response: "file",
    ...fromData,
  },
  "documents.mfdx.createSimplexJson": {
    get name() {
      return l10n.t("create the one-sided MFDX file from JSON");
    },
    path: "/mfdx/simplex/create/jsondata",
    response: "file",
    ...fromData,
  },
  "documents.html.create": {
    get name() {
      return l10n.t("create the HTML");
    },
    path: "/html/create",
    response: "html",
    ...fromData,
    request: htmlDataCall,
  },
  "documents.html.createJson": {
    get name() {
      return l10n.t("create the HTML from JSON");
    },
    path: "/html/create/jsondata",
    response: "html",
    ...fromData,
    request: htmlDataCall,
  },
  "documents.xml.create": {
    get name() {
      return l10n.t("create the XML");
    },
    path: "/xml/create",
    response: "file",
    ...fromData,
  },
  "documents.xml.createJson": {
    get name() {
      return l10n.t("create the XML from JSON");
    },
    path: "/xml/create/jsondata",
    response: "file",
    ...fromData,
  },

  "documents.pdf.fromSession": {
    get name() {
      return l10n.t("create the session's PDF");
    },
    path: "/pdf/dxml/{dxmlUID}",
    response: "pdf",
    ...fromSession,
  },
  "documents.pdf.fromSessionSimplex": {
    get name() {
      return l10n.t("create the session's one-sided PDF");
    },
    path: "/pdf/simplex/dxml/{dxmlUID}",
    response: "pdf",
    ...fromSession,
  },
  "documents.html.fromSession": {
    get name() {
      return l10n.t("create the session's HTML");
    },
    path: "/html/dxml/{dxmlUID}",
    response: "html",
    ...fromSession,
  },
  "documents.xml.fromSession": {
    get name() {
      return l10n.t("create the session's XML");
    },
    path: "/xml/dxml/{dxmlUID}",
    response: "file",
    ...fromSession,
  },

  "documents.pdf.fromDxml": {
    get name() {
      return l10n.t("create the PDF from the DXML");
    },
    path: "/pdf/create/dxml",
    response: "pdf",
    ...fromDxml,
  },
  "documents.pdf.fromDxmlSimplex": {
    get name() {
      return l10n.t("create the one-sided PDF from the DXML");
    },
    path: "/pdf/simplex/create/dxml",
    response: "pdf",
    ...fromDxml,
  },
  "documents.html.fromDxml": {
    get name() {
      return l10n.t("create the HTML from the DXML");
    },
    path: "/html/create/dxml",
    response: "html",
    ...fromDxml,
    request: htmlDxmlCall,
  },
} as const satisfies Record<string, Operation>;
