/**
 * Document 3, Outputs: finished documents from data, a session or a DXML. They only render, so that they are reads; 204 says that these data
 * give no document.
 */
import type { Operation } from "../operation.ts";
import { dataCall, dxmlCall, htmlDataCall } from "./dataCall.ts";

const shared = { service: "documents", environment: "prefix", retry: "free", nothing: null, nothingStatus: 204, section: "3, Endpoints, Outputs" } as const;
const fromData = { ...shared, method: "POST", effect: "read-by-post", request: dataCall } as const;
const fromSession = { ...shared, method: "GET", effect: "read" } as const;
const fromDxml = { ...shared, method: "POST", effect: "read-by-post", request: dxmlCall } as const;

export const outputsOperations = {
  "documents.pdf.create": { name: "make the PDF", path: "/pdf/create", response: "pdf", ...fromData },
  "documents.pdf.createJson": { name: "make the PDF from JSON", path: "/pdf/create/jsondata", response: "pdf", ...fromData },
  "documents.pdf.createSimplex": { name: "make the one-sided PDF", path: "/pdf/simplex/create", response: "pdf", ...fromData },
  "documents.pdf.createSimplexJson": { name: "make the one-sided PDF from JSON", path: "/pdf/simplex/create/jsondata", response: "pdf", ...fromData },
  "documents.pdf.preview": { name: "make the preview", path: "/pdf/createpreview", response: "pdf", ...fromData },
  "documents.pdf.previewJson": { name: "make the preview from JSON", path: "/pdf/createpreview/jsondata", response: "pdf", ...fromData },
  "documents.mfdx.create": { name: "make the MFDX file", path: "/mfdx/create", response: "file", ...fromData },
  "documents.mfdx.createJson": { name: "make the MFDX file from JSON", path: "/mfdx/create/jsondata", response: "file", ...fromData },
  "documents.mfdx.createSimplex": { name: "make the one-sided MFDX file", path: "/mfdx/simplex/create", response: "file", ...fromData },
  "documents.mfdx.createSimplexJson": { name: "make the one-sided MFDX file from JSON", path: "/mfdx/simplex/create/jsondata", response: "file", ...fromData },
  "documents.html.create": { name: "make the HTML", path: "/html/create", response: "html", ...fromData, request: htmlDataCall },
  "documents.html.createJson": { name: "make the HTML from JSON", path: "/html/create/jsondata", response: "html", ...fromData, request: htmlDataCall },
  "documents.xml.create": { name: "make the XML", path: "/xml/create", response: "file", ...fromData },
  "documents.xml.createJson": { name: "make the XML from JSON", path: "/xml/create/jsondata", response: "file", ...fromData },

  "documents.pdf.fromSession": { name: "make the session's PDF", path: "/pdf/dxml/{dxmlUID}", response: "pdf", ...fromSession },
  "documents.pdf.fromSessionSimplex": { name: "make the session's one-sided PDF", path: "/pdf/simplex/dxml/{dxmlUID}", response: "pdf", ...fromSession },
  "documents.html.fromSession": { name: "make the session's HTML", path: "/html/dxml/{dxmlUID}", response: "html", ...fromSession },
  "documents.xml.fromSession": { name: "make the session's XML", path: "/xml/dxml/{dxmlUID}", response: "file", ...fromSession },

  "documents.pdf.fromDxml": { name: "make the PDF of the DXML", path: "/pdf/create/dxml", response: "pdf", ...fromDxml },
  "documents.pdf.fromDxmlSimplex": { name: "make the one-sided PDF of the DXML", path: "/pdf/simplex/create/dxml", response: "pdf", ...fromDxml },
  "documents.html.fromDxml": { name: "make the HTML of the DXML", path: "/html/create/dxml", response: "html", ...fromDxml },
} as const satisfies Record<string, Operation>;
