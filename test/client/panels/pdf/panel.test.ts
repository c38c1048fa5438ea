/** A PDF panel shows and saves the PDF that was made last, whatever was requested since. */
import assert from "node:assert/strict";
import type * as PanelModule from "../../../../client/panels/pdf/panel.ts";
import { EventEmitter, inOwnWindow, Uri, window, workspaceFolders } from "../../ownVscode.ts";

const { PdfPanels } = await inOwnWindow<typeof PanelModule>("client/panels/pdf/panel.ts");

describe("a PDF panel", () => {
  afterEach(() => {
    workspaceFolders.length = 0;
  });

  it("keeps the language of its PDF if another one cannot be made", async () => {
    const page = new EventEmitter<object>();
    const told = new EventEmitter<string>();
    const said = (type: string): Promise<void> =>
      new Promise((resolve) => {
        const listening = told.event((each) => {
          if (each !== type) return;
          listening.dispose();
          resolve();
        });
      });
    const named: string[] = [];
    workspaceFolders.push({ name: "letters", uri: Uri.file("/letters") });
    Object.assign(window, {
      registerWebviewPanelSerializer: () => ({ dispose() {} }),
      showSaveDialog: async ({ defaultUri }: { readonly defaultUri: { readonly path: string } }) =>
        void (named.push(defaultUri.path), told.fire("asked")),
    });
    const panel = {
      active: true,
      visible: true,
      onDidChangeViewState() {},
      onDidDispose() {},
      reveal() {},
      dispose() {},
      webview: {
        onDidReceiveMessage: page.event,
        postMessage: ({ type }: { readonly type: string }) => told.fire(type),
        asWebviewUri: (uri: unknown) => uri,
        cspSource: "",
      },
    };
    const extension = {
      extensionUri: Uri.file("/extension"),
      globalState: { get: () => undefined, update: async () => {} },
    };
    const subject = {
      key: "form",
      title: "Letter",
      form: { languages: async () => ["en", "sv"], openPage: async () => {} },
      render: async (language: string | null) =>
        language === "sv"
          ? Promise.reject(new Error("There is no Swedish."))
          : new TextEncoder().encode(`in ${language}`),
    };
    const panels = new PdfPanels(extension as unknown as ConstructorParameters<typeof PdfPanels>[0]);
    panels.adopt(
      panel as unknown as Parameters<typeof panels.adopt>[0],
      subject as unknown as Parameters<typeof panels.adopt>[1],
      { language: "en" },
    );
    for (const [message, answer] of [
      [{ type: "ready" }, "show"],
      [{ type: "language", language: "sv" }, "problem"],
      [{ type: "command", command: "save" }, "asked"],
    ] as const) {
      const answered = said(answer);
      page.fire(message);
      await answered;
    }
    assert.deepEqual(
      [panels.current()?.language, new TextDecoder().decode(panels.current()?.bytes), named],
      ["en", "in en", ["/letters/Letter.en.pdf"]],
    );
    panels.dispose();
  });
});
