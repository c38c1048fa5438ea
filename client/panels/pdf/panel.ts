/**
 * The PDF panel: shows one PDF, such as that of a form in a chosen language, and keeps the reader's position when the
 * PDF is rendered again.
 */
import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../../language/index.ts";
import type { PdfRange } from "../../../language/index.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { emptyPanel } from "../../window/pagePanel.ts";
import { saveAs } from "../../window/saveFile.ts";
import { window } from "../../window/window.ts";
import { coloursIn, languageIn, keptIn } from "./keptModel.ts";
import type { FromPage, Kept, ToPage } from "./messages.ts";
import { pdfPage, withoutUploads } from "./page.ts";
import type { FormOfPdf } from "../../records/formOfPdf.ts";
import { print } from "./printing.ts";
import { fillWithReader, giveFile } from "./readerFiles.ts";

/** What a panel shows. One panel per `key`. */
export interface PdfSubject {
  readonly key: string;
  readonly title: string;
  /** Environment and connection, shown after the title to distinguish two PDFs of one Smartform. */
  readonly place?: string;
  /** Absent if the PDF cannot be restored after a reload. */
  readonly kept?: Kept;
  /** The file of the PDF, if there is one already. */
  readonly file?: vscode.Uri;
  /**
   * `language`: null for the Smartform's default language; always null for a PDF that does not belong to a form.
   * Rejects with an error whose message is for the user.
   */
  readonly render: (language: string | null, signal: AbortSignal) => Promise<Uint8Array>;
  /** Absent if the PDF does not belong to a form, as with a version in the archive. */
  readonly form?: {
    /** Languages on offer in addition to the Smartform's default. */
    readonly languages: () => Promise<readonly string[]>;
    /** The owner of the form. Rejects with NotConnected. */
    readonly owner: () => Promise<Owner>;
    /** Opens the form's page in the browser. */
    readonly openPage: () => Promise<void>;
    /** The form's definition and answers, as far as the service returns them. */
    readonly read: (signal: AbortSignal) => Promise<FormOfPdf>;
  };
}

/** A PDF as its panel currently shows it. */
export interface ShownPdf {
  readonly key: string;
  readonly title: string;
  readonly place: string | undefined;
  readonly file: vscode.Uri | undefined;
  readonly bytes: Uint8Array;
  /** null for the Smartform's default, or if unknown. */
  readonly language: string | null;
  readonly form: PdfSubject["form"];
  readonly render: PdfSubject["render"];
}

/** The reader asks which text printed some words; `range` is null if nothing is selected. */
interface Asked {
  readonly pdf: ShownPdf;
  readonly range: PdfRange | null;
}

const kind = "smartform.pdf";
const coloursKey = "pdf.colours";

export class PdfPanels implements vscode.Disposable {
  readonly #panels = new Map<string, PdfPanel>();
  readonly #known = new Map<string, (id: string) => PdfSubject>();
  readonly #extension: vscode.ExtensionContext;
  readonly #asked = new vscode.EventEmitter<Asked>();
  readonly onDidAsk = this.#asked.event;
  readonly #drawn = new vscode.EventEmitter<void>();
  /** Fires whenever a PDF has been passed to a panel. */
  readonly onDidShow = this.#drawn.event;
  readonly #serializer: vscode.Disposable;

  constructor(extension: vscode.ExtensionContext) {
    this.#extension = extension;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(kind, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        this.adopt(panel, this.#again(panel.title, state), { language: languageIn(state) });
      },
    });
  }

  /**
   * Registers how panels of this kind are restored after a reload. `find` throws an error whose message is for the
   * user.
   */
  knows(kept: string, find: (id: string) => PdfSubject): void {
    this.#known.set(kept, find);
  }

  /** Shows the subject in a panel that VS Code created. */
  adopt(
    panel: vscode.WebviewPanel,
    subject: PdfSubject,
    { language = null }: { readonly language?: string | null } = {},
  ): { outdated(): void } {
    const adopted = this.#add(panel, subject, language);
    void adopted.refresh();
    return adopted;
  }

  #again(title: string, state: unknown): PdfSubject {
    const kept = keptIn(state);
    const find = kept && this.#known.get(kept.kind);
    try {
      if (kept && find) return { ...find(kept.id), kept };
      throw new Error(
        l10n.t(
          "The PDF that was shown here is not kept when the window closes. Open it again from the place where you opened it before.",
        ),
      );
    } catch (error) {
      return {
        key: randomUUID(),
        title,
        ...(kept && { kept }),
        render: () => Promise.reject(error instanceof Error ? error : new Error(String(error))),
      };
    }
  }

  #add(panel: vscode.WebviewPanel, subject: PdfSubject, language: string | null): PdfPanel {
    const { key } = subject;
    const added: PdfPanel = new PdfPanel(
      this.#extension,
      { panel, subject, language },
      {
        onClosed: () => {
          if (this.#panels.get(key) === added) this.#panels.delete(key);
        },
        onAsked: (asked) => this.#asked.fire(asked),
        onDrawn: () => this.#drawn.fire(),
      },
    );
    this.#panels.set(key, added);
    return added;
  }

  /** Shows the subject beside the active editor, or reveals its panel, and renders it. */
  async show(subject: PdfSubject): Promise<void> {
    let panel = this.#panels.get(subject.key);
    if (panel === undefined) {
      const made = emptyPanel({
        kind,
        title: subject.place === undefined ? subject.title : `${subject.title} (${subject.place})`,
        icon: "file-pdf",
        column: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      });
      panel = this.#add(made, subject, null);
    } else panel.reveal(subject);
    await panel.refresh();
  }

  /** The PDFs of all panels and custom editors that show one, in the order in which they were opened. */
  shown(): readonly ShownPdf[] {
    return [...this.#panels.values()].flatMap((panel) => panel.shown ?? []);
  }

  /**
   * The PDF of the active panel, else of a visible one, else of the one opened last; undefined if no panel is open, or
   * if nothing was rendered yet.
   */
  current(): ShownPdf | undefined {
    return this.#front()?.shown;
  }

  /** Makes the panel in front report its selection through `onDidAsk`. False if none is open. */
  askSelection(): boolean {
    const panel = this.#front();
    panel?.askSelection();
    return panel !== undefined;
  }

  /** Marks ranges in the panel of this key, and reveals it. */
  mark(key: string, ranges: readonly PdfRange[]): void {
    this.#panels.get(key)?.mark(ranges);
  }

  /** Shows words above the PDF of this subject, if a panel shows one. They stay until the PDF is rendered again. */
  tell(key: string, text: string): void {
    this.#panels.get(key)?.tell(text);
  }

  #front(): PdfPanel | undefined {
    const panels = [...this.#panels.values()];
    return panels.find((panel) => panel.active) ?? panels.find((panel) => panel.visible) ?? panels.at(-1);
  }

  /**
   * Called after a text was saved. Only forms print texts, so this renders the visible panels of forms again, at the
   * reader's position. Hidden panels follow when they become visible.
   */
  refreshAll(): void {
    for (const panel of this.#panels.values()) if (panel.ofForm) panel.outdated();
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of this.#panels.values()) panel.dispose();
    this.#asked.dispose();
    this.#drawn.dispose();
  }
}

class PdfPanel implements vscode.Disposable {
  readonly #extension: vscode.ExtensionContext;
  readonly #panel: vscode.WebviewPanel;
  #subject: PdfSubject;
  readonly #ready: Promise<void>;
  #language: string | null;
  /** The rendered PDF and the language requested for it; a later request for another language may have failed. */
  #printed: { readonly bytes: Uint8Array; readonly language: string | null } | null = null;
  #stale = false;
  #running: AbortController | null = null;

  readonly #onAsked: (asked: Asked) => void;
  readonly #onDrawn: () => void;

  constructor(
    extension: vscode.ExtensionContext,
    {
      panel,
      subject,
      language,
    }: { readonly panel: vscode.WebviewPanel; readonly subject: PdfSubject; readonly language: string | null },
    {
      onClosed,
      onAsked,
      onDrawn,
    }: {
      readonly onClosed: () => void;
      readonly onAsked: (asked: Asked) => void;
      readonly onDrawn: () => void;
    },
  ) {
    this.#extension = extension;
    this.#panel = panel;
    this.#subject = subject;
    this.#language = language;
    this.#onAsked = onAsked;
    this.#onDrawn = onDrawn;
    const { webview } = panel;
    let isReady: () => void = () => undefined;
    this.#ready = new Promise((resolve) => (isReady = resolve));
    webview.onDidReceiveMessage((message: FromPage) => {
      if (message.type === "ready") isReady();
      else this.#receive(message).catch((error: unknown) => window.showErrorMessage(messageOf(error)));
    });
    fillWithReader(
      extension.extensionUri,
      panel,
      pdfPage({ ofForm: subject.form !== undefined, colours: coloursIn(extension.globalState.get(coloursKey)) }),
    );
    this.#panel.onDidChangeViewState(() => {
      if (this.#panel.visible && this.#stale) void this.refresh();
    });
    this.#panel.onDidDispose(() => {
      this.#running?.abort();
      onClosed();
    });
  }

  get active(): boolean {
    return this.#panel.active;
  }

  get ofForm(): boolean {
    return this.#subject.form !== undefined;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get shown(): ShownPdf | undefined {
    const { key, title, place, file, form, render } = this.#subject;
    return this.#printed === null ? undefined : { key, title, place, file, ...this.#printed, form, render };
  }

  askSelection(): void {
    this.#say({ type: "askSelection" });
  }

  mark(ranges: readonly PdfRange[]): void {
    this.#panel.reveal(undefined, true);
    this.#say({ type: "mark", ranges });
  }

  tell(text: string): void {
    this.#say({ type: "problem", text });
  }

  reveal(subject: PdfSubject): void {
    this.#subject = subject;
    this.#panel.reveal(undefined, true);
  }

  outdated(): void {
    this.#stale = true;
    if (this.#panel.visible) void this.refresh();
  }

  /**
   * Renders the PDF again; a newer request cancels an older one. Failures are shown in the panel, above the last PDF.
   */
  async refresh(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#stale = false;
    await this.#ready;
    this.#say({ type: "busy", text: this.#subject.file ? l10n.t("Reading the PDF…") : l10n.t("Creating the PDF…") });
    try {
      const languages = await this.#subject.form?.languages();
      if (languages !== undefined) this.#say({ type: "languages", languages, current: this.#language });
      const language = this.#language;
      const bytes = await this.#subject.render(language, running.signal);
      if (this.#running !== running) return;
      this.#printed = { bytes, language };
      // A copy, because posting transfers the memory to the page. Files are read as a Buffer, which VS Code would
      // serialise as an object of numbers.
      this.#say({
        type: "show",
        bytes: new Uint8Array(bytes),
        kept: this.#subject.kept ?? null,
        language,
        title: this.#subject.title,
      });
      this.#onDrawn();
    } catch (error) {
      if (this.#running !== running) return;
      const text = running.signal.aborted
        ? l10n.t("Stopped. The PDF shown is the previous one.")
        : error instanceof Error
          ? error.message
          : String(error);
      this.#say({ type: "problem", text });
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case "ready":
        return;
      case "file":
        return giveFile(this.#extension.extensionUri, this.#panel.webview, message);
      case "language":
        this.#language = message.language;
        return this.refresh();
      case "colours":
        return this.#extension.globalState.update(coloursKey, coloursIn(message.colours));
      case "unreadable":
        return this.#say({ type: "problem", text: l10n.t("This could not be shown as a PDF: {0}", message.reason) });
      case "printedBy": {
        const { shown } = this;
        if (shown !== undefined) this.#onAsked({ pdf: shown, range: message.range });
        return;
      }
      case "link":
        return openLink(message.url);
      case "command":
        return this.#command(message.command);
    }
  }

  async #command(command: Extract<FromPage, { type: "command" }>["command"]): Promise<void> {
    switch (command) {
      case "refresh":
        return this.refresh();
      case "cancel":
        this.#running?.abort();
        return;
      case "openPage":
        return this.#subject.form?.openPage();
      case "save":
        return void (await this.#save());
      case "print":
        if (this.#printed !== null)
          await print({ ...(this.#subject.file && { file: this.#subject.file }), save: () => this.#save() });
    }
  }

  /** Undefined if the PDF was not saved. If saving failed, the failure has already been shown. */
  async #save(): Promise<vscode.Uri | undefined> {
    if (this.#printed === null) return undefined;
    const { bytes, language } = this.#printed;
    const name = `${this.#subject.title}${language === null ? "" : `.${language}`}.pdf`.replace(/(?:\.pdf)+$/i, ".pdf");
    try {
      return await saveAs(bytes, {
        title: this.#subject.form ? `${l10n.t("Save the PDF.")} ${withoutUploads}` : l10n.t("Save the PDF"),
        name,
        filters: { PDF: ["pdf"] },
      });
    } catch (error) {
      await window.showErrorMessage(messageOf(error));
      return undefined;
    }
  }

  #say(message: ToPage): void {
    void this.#panel.webview.postMessage(message);
  }
}

/**
 * A link in a PDF is somebody else's text: opens only web addresses, and only after the reader has seen the whole
 * address.
 */
async function openLink(url: string): Promise<void> {
  if (!/^https?:\/\//i.test(url)) return;
  const answer = await window.showInformationMessage(
    l10n.t("The PDF links to:\n{0}", url),
    { modal: true },
    l10n.t("Open"),
  );
  if (answer !== undefined) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
