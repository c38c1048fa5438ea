/** Commands on a request file: make a test form, see its PDF, open its page. */
import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { effectOf, isApiError, makesInProduction, needsTicket } from "../../api/index.ts";
import type { Ticket } from "../../api/index.ts";
import { languagesRequest } from "../../server/protocol.ts";
import type { LanguagesResult } from "../../server/protocol.ts";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import { formPdf, pdfKeys } from "./formPdf.ts";
import type { PdfSubject } from "../panels/pdf/panel.ts";
import { formOfPdf } from "./printedByModel.ts";
import { askConsent } from "../calls/consent.ts";
import { visible } from "../../language/index.ts";
import type { Session } from "../connections/session.ts";
import { NoService, OtherLibrary, ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { openLateProgress } from "../window/lateProgress.ts";
import { showMistakes } from "../sending/showMistakes.ts";
import type { Services } from "../services.ts";
import { pickSmartform } from "./pickSmartform.ts";
import { pickFile } from "../window/pickFile.ts";
import { window } from "../window/window.ts";
import { sessionOf } from "./formSession.ts";
import { createTestForm, explainRefusal } from "./createTestForm.ts";
import { versionWords } from "../records/smartformModel.ts";
import type { FormRequest, MadeForm } from "./createTestForm.ts";
import { onePerKey } from "../calls/onePerKey.ts";
import { keyOf } from "../records/openedForms.ts";
import type { OpenedForms } from "../records/openedForms.ts";
import { askSmartform, notifiedLine, settleParties } from "./partiesModel.ts";
import type { Settled } from "./partiesModel.ts";
import type { FormPicker } from "./pickForm.ts";
import { environmentWords, nameOfForm } from "../records/reachedModel.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { placeOf } from "../records/readBackModel.ts";
import { whomToReach } from "./reachModel.ts";
import type { Asking } from "./reachModel.ts";
import { consequencesOf, environmentOf, inProduction, readRequest, requestName } from "../records/formRequestModel.ts";
import type { CreateForm } from "../records/formRequestModel.ts";
import { ruleChanges, ruleChangesLine } from "./ruleChanges.ts";
import type { TestFormNode } from "./testFormTree.ts";
import type { TestForms } from "../records/testForms.ts";
import { explained } from "../calls/answersModel.ts";

export const requestFiles = "**/*.form.json";

export function registerFormCommands(
  host: Services,
  { forms, opened, picker }: { readonly forms: TestForms; readonly opened: OpenedForms; readonly picker: FormPicker },
): vscode.Disposable {
  const once = onePerKey();

  interface Made {
    readonly form: MadeForm;
    readonly session: Session;
    /**
     * What the author should know about the form: how many parties the service was asked to notify, and what the rules
     * changed.
     */
    readonly notes: readonly string[];
    readonly request: vscode.Uri;
    readonly isChanged: boolean;
  }

  function madeWords({ form: { smartformName, environment, connection }, notes }: Made): string {
    const words =
      environment === "Production"
        ? l10n.t("A form was created in Production: {0}, on {1}.", smartformName, connection)
        : l10n.t("A test form was created: {0}, {1}, on {2}.", smartformName, versionWords(environment), connection);
    return [words, ...notes].join(" ");
  }

  const compareWords = (): string => l10n.t("Compare with the Request");
  const compareWithRequest = ({ form, request }: Made): Thenable<unknown> =>
    vscode.commands.executeCommand(commands.compareTestForm, { kind: "form", form } satisfies TestFormNode, request);

  async function create(uri: vscode.Uri | undefined): Promise<Made | undefined> {
    const owner = ownerOf(await host.connections.session());
    const document = await requestDocument(uri);
    return document && once(document.uri.toString(), () => createFrom(document, owner));
  }

  async function createFrom(document: vscode.TextDocument, owner: Owner): Promise<Made | undefined> {
    const session = await host.connections.here(owner);
    const body = await readDocument(document);
    const wish = body && (await whomToReach(body, asking));
    if (wish === undefined) return undefined;
    const environment = environmentOf(wish, session.environment);
    const to = await receiversOf(wish, session);
    if (to === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const open = () =>
      openLateProgress(
        environment === undefined
          ? l10n.t("Creating a test form of the saved draft on {0}…", session.name)
          : l10n.t("Creating a test form of the version deployed to {0} on {1}…", environment, session.name),
        { stop: () => stop.abort() },
      );
    let progress = open();
    // The progress is closed while the dialog is open.
    const ask = async (request: FormRequest): Promise<Ticket | undefined> => {
      progress.close();
      return consent(session, request, to).finally(() => (progress = open()));
    };
    try {
      const form = await createTestForm(to.body, session, {
        consent: ask,
        forms,
        smartformName: requestName(document.uri.path),
        marker: randomUUID(),
        now: new Date(),
        signal,
      });
      if (form === undefined) return undefined;
      const changes = await ruleChanges(session.api, to.body, { formId: form.formId, environment }, { signal });
      return {
        form,
        session,
        request: document.uri,
        isChanged: changes.state === "known" && changes.value.length > 0,
        notes: [notifiedLine(to), ruleChangesLine(changes)].filter((note) => note !== ""),
      };
    } catch (error) {
      throw isApiError(error)
        ? new Error(await explainRefusal(error, wish, session, { signal }), { cause: error })
        : error;
    } finally {
      progress.close();
    }
  }

  /** Asks for a session at each call, because the panel may stay open for days and across restarts of the window. */
  const session = (form: ReachedForm): Promise<Session> => sessionOf(host.connections, form);

  /** Empty for a form of another library, because the catalog holds only the window's library. */
  async function languagesFor(form: ReachedForm): Promise<LanguagesResult> {
    try {
      return await host.server.request<LanguagesResult>(languagesRequest, {}, { of: ownerOf(await session(form)) });
    } catch (error) {
      if (error instanceof OtherLibrary) return [];
      throw error;
    }
  }

  /**
   * If only the id of a form was known, its Smartform may have been guessed wrong. If the service refuses, the guess is
   * forgotten, so that the person is asked again.
   */
  async function forgetWrong<T>(form: ReachedForm, rendered: Promise<T>): Promise<T> {
    try {
      return await rendered;
    } catch (error) {
      const refusal = error instanceof Error && isApiError(error.cause) ? error.cause.code : undefined;
      if (form.marker === null && (refusal === "bad-request" || refusal === "not-found"))
        await opened.change(form, { smartformId: null });
      throw error;
    }
  }

  /**
   * Returns the kind and id that restore the panel; nothing for a form that could not be found again after a restart of
   * the window.
   */
  function keptAs(form: ReachedForm, made: string, byId: string): Pick<PdfSubject, "kept"> {
    if (form.marker !== null) return { kept: { kind: made, id: form.marker } };
    return opened.find(keyOf(form)) === undefined ? {} : { kept: { kind: byId, id: keyOf(form) } };
  }

  function pdfOf(form: WholeForm): PdfSubject {
    const { formId } = form;
    return {
      key: pdfKeys(formId).whole,
      title: l10n.t("{0} · PDF", nameOfForm(form)),
      place: sourceOf(form),
      ...keptAs(form, "form", "openedForm"),
      render: async (language, signal) =>
        forgetWrong(form, formPdf((await session(form)).api, form, { language, signal })),
      form: {
        languages: () => languagesFor(form),
        owner: async () => ownerOf(await session(form)),
        openPage: async () => openPage(form, await session(form)),
        read: async (signal) => formOfPdf((await session(form)).api, form, { signal }),
      },
    };
  }

  /** The PDF of `pdf.render`. Unlike a customer's PDF, it has no attachments and no choice of language (T62, T63). */
  function barePdfOf(form: WholeForm): PdfSubject {
    const { formId, smartformId } = form;
    return {
      key: pdfKeys(formId).bare,
      title: l10n.t("{0} · PDF without attachments", nameOfForm(form)),
      place: sourceOf(form),
      ...keptAs(form, "bareForm", "bareOpenedForm"),
      async render(_, signal) {
        const { api } = await session(form);
        const request = { body: { smartformId, smartformValueId: formId }, ...placeOf(form) };
        const call = api.call("pdf.render", request, { signal });
        return (await forgetWrong(form, explained(call, request))).bytes;
      },
    };
  }

  const show =
    (subjectOf: typeof pdfOf) =>
    (form: WholeForm): Promise<void> =>
      host.panels.show(subjectOf(form));
  const showPdf = show(pdfOf);
  const showBarePdf = show(barePdfOf);

  for (const [kinds, subjectOf] of [
    [["form", "openedForm"], pdfOf],
    [["bareForm", "bareOpenedForm"], barePdfOf],
  ] as const) {
    host.panels.knows(kinds[0], (id) => {
      const form = forms.list().find(({ marker }) => marker === id);
      if (form === undefined || form.formId === null)
        throw new Error(
          l10n.t("This test form is no longer in the list of test forms, so its PDF is not requested again."),
        );
      return subjectOf({ ...form, formId: form.formId });
    });
    host.panels.knows(kinds[1], (id) => {
      const form = opened.find(id);
      if (!form?.smartformId)
        throw new Error(
          l10n.t(
            "This form is no longer in the list of forms that were opened by their id, so its PDF is not requested again.",
          ),
        );
      return subjectOf({ ...form, smartformId: form.smartformId });
    });
  }

  /**
   * The call for a form's PDF names the form's Smartform, which the service does not always return with the form.
   * Undefined if the person cancelled.
   */
  async function whole(form: ReachedForm, { api }: Session): Promise<WholeForm | undefined> {
    if (form.smartformId) return { ...form, smartformId: form.smartformId };
    const { environment } = placeOf(form);
    const picked = await pickSmartform(api, {
      title: nameOfForm(form),
      placeHolder: l10n.t("Choose the form's Smartform; the service does not return it with the form"),
      environment,
    });
    if (picked === undefined) return undefined;
    const known = { smartformId: picked.id, ...(picked.name !== "" && { smartformName: picked.name }) };
    await opened.change(form, known);
    return { ...form, ...known };
  }

  const withForm =
    (act: (form: WholeForm, session: Session) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const form = await picker.one(argument);
      if (form === undefined) return;
      const ofForm = await session(form);
      const known = await whole(form, ofForm);
      if (known !== undefined) await act(known, ofForm);
    };

  return vscode.Disposable.from(
    registerCommand(host.log, commands.createForm, async (uri) => {
      const made = await create(asUri(uri));
      if (made === undefined) return;
      const show = l10n.t("Show PDF");
      const open = l10n.t("Open form page");
      const copy = l10n.t("Copy form id");
      const compare = compareWords();
      const answer = await window.showInformationMessage(
        madeWords(made),
        ...(made.isChanged ? [compare] : []),
        show,
        open,
        copy,
      );
      if (answer === compare) await compareWithRequest(made);
      if (answer === show) await showPdf(made.form);
      if (answer === open) await openPage(made.form, made.session);
      if (answer === copy) await vscode.env.clipboard.writeText(made.form.formId);
    }),
    registerCommand(host.log, commands.createFormAndShowPdf, async (uri) => {
      const made = await create(asUri(uri));
      if (made === undefined) return;
      await showPdf(made.form);
      // The PDF shows that the form was made. It does not show who was notified or what the rules changed.
      if (made.notes.length > 0 && (await window.showInformationMessage(madeWords(made), compareWords())) !== undefined)
        await compareWithRequest(made);
    }),
    registerCommand(host.log, commands.showPdf, withForm(showPdf)),
    registerCommand(host.log, commands.showBarePdf, withForm(showBarePdf)),
    registerCommand(host.log, commands.openFormPage, withForm(openPage)),
  );
}

/** A form whose Smartform is known: the form's PDF and page need the Smartform. */
type WholeForm = ReachedForm & { readonly smartformId: string };

/** For the title of a panel: the environment and connection of its form. */
function sourceOf(form: ReachedForm): string {
  return `${form.environment === null && form.marker !== null ? l10n.t("Saved draft") : environmentWords(form)} · ${form.connection}`;
}

/** Opens the form's page in the browser. The page belongs to the forms application and needs no token. */
async function openPage(form: WholeForm, session: Session): Promise<void> {
  const { formsAppUrl } = session.api.connection;
  if (formsAppUrl === undefined)
    throw new NoService(
      l10n.t(
        "The connection {0} has no address for the forms application, where forms are opened. Add formsAppUrl to it in your setting smartform.connections.",
        session.name,
      ),
    );
  await vscode.env.openExternal(
    vscode.Uri.parse(
      `${formsAppUrl}/dialog/${encodeURIComponent(form.smartformId)}/form/${encodeURIComponent(form.formId)}`,
      true,
    ),
  );
}

async function requestDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  const wanted = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (wanted?.path.endsWith(".form.json") === true) return vscode.workspace.openTextDocument(wanted);
  const picked = await pickFile(requestFiles, {
    none: l10n.t(
      'There is no request file (*.form.json) in this workspace. To create one, choose "New Request File…" for a Smartform in the Smartforms view.',
    ),
    placeHolder: l10n.t("Choose the request to create the test form with"),
  });
  return picked && vscode.workspace.openTextDocument(picked);
}

async function readDocument(document: vscode.TextDocument): Promise<CreateForm | undefined> {
  const { body, problems } = readRequest(document.getText());
  if (body !== null) return body;
  await showMistakes(document, problems.map((problem) => problem.message).join(" "), problems);
  return undefined;
}

interface Receivers extends Settled {
  /** Name for the user. */
  readonly smartform: string;
}

/**
 * Matches the parties of the request with those of the Smartform; undefined if the author cancelled. If the request
 * needs no ticket, the service is not asked.
 */
async function receiversOf(wish: CreateForm, session: Session): Promise<Receivers | undefined> {
  const { dialogDefinitionId } = wish;
  const environment = environmentOf(wish, session.environment);
  if (!needsTicket("forms.create", { body: wish, environment }))
    return { body: wish, lines: [], notified: 0, leftOut: 0, smartform: dialogDefinitionId };
  const facts = await askSmartform(session.api, { dialogDefinitionId, environment });
  const settled = await settleParties(wish, facts, asking);
  return settled && { ...settled, smartform: facts.name.state === "known" ? facts.name.value : dialogDefinitionId };
}

function consent(session: Session, request: FormRequest, { smartform, lines }: Receivers): Promise<Ticket | undefined> {
  return askConsent({
    session,
    operation: "forms.create",
    ...request,
    question: l10n.t("Create this form of {0}?", visible(smartform)),
    consequences: [
      ...lines,
      ...consequencesOf(request.body, { smartform }),
      ...(makesInProduction("forms.create", request) ? [inProduction()] : []),
    ],
    yes: effectOf("forms.create", request) === "write" ? l10n.t("Create the Form") : l10n.t("Create and Notify"),
  });
}

const asking: Asking = {
  choose: ({ message, detail, choices }) => window.showWarningMessage(message, { modal: true, detail }, ...choices),
  secret: (prompt) => window.showInputBox({ title: l10n.t("Private secret"), prompt, password: true }),
};

function asUri(argument: unknown): vscode.Uri | undefined {
  return argument instanceof vscode.Uri ? argument : undefined;
}
