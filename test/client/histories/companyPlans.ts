/**
 * Windows that switch between two companies, with plans and documents: while a plan is reviewed, while it runs, after
 * it stopped, and while a text is edited. At the end each company holds its own content, and every write that the
 * service received was sent by a window or a colleague.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { contentsOf } from "../../../authoring/guard/writePlan.ts";
import { people } from "./companyPeople.ts";
import { must, start } from "./companyWindow.ts";
import type { Machine, Stage } from "./companyWindow.ts";
import { clear, firmsOf, folderIds, furnish, shelfOf, textIds, translated } from "./firm.ts";
import type { Library } from "./library.ts";
import type { Figures } from "./oracle.ts";
import { noPlanWork } from "./planOracle.ts";
import type { Theme } from "./theme.ts";
import { below, oneOf, takeTurns } from "./turns.ts";
import type { Random, Writer } from "./turns.ts";
import { historyFolders } from "./window.ts";

interface Playing {
  readonly figures: Figures;
  readonly seed: number;
  readonly theme: Theme;
}

export async function runCompanyPlans(library: Library, random: Random, playing: Playing): Promise<void> {
  const { figures, seed, theme } = playing;
  const folder = await mkdtemp(historyFolders);
  let number = 0;
  const firms = firmsOf(library, random);
  const stage: Stage = {
    library,
    theme,
    random,
    turns: takeTurns(random),
    figures,
    folder,
    firms,
    people,
    work: noPlanWork(),
    windows: [],
    sent: new Set(),
    word: ({ company }) => `${company.mark}${seed}x${(number += 1)}`,
  };
  try {
    for (const firm of firms) await furnish(firm, seed, stage.word);
    await library.written();
    const machines = ["one", "another"].map((name): Machine => ({
      path: join(folder, name),
      names: new Map(firms.map((firm) => [`to-${firm.company.mark}`, firm])),
    }));
    for (const { path } of machines) await mkdir(path, { recursive: true });
    for (let count = 3; count > 0; count -= 1) start(stage, machines[random() < 0.7 ? 0 : 1] as Machine);
    stage.turns.start(() => colleague(stage));
    await stage.turns.run();
    await lookEverywhere(stage);
  } finally {
    for (const { opened } of stage.windows) opened.end();
    for (const firm of firms) await clear(firm);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Acts as somebody else in both companies: adds lines to a text, or gives it another code. Never does so between a
 * guarded read and its write.
 */
async function colleague(stage: Stage): Promise<void> {
  const { random, turns, sent } = stage;
  const other: Writer = { name: "a colleague", isDead: false };
  for (let writes = below(random, 8); writes > 0; writes -= 1) {
    for (let idle = below(random, 12); idle > 0; idle -= 1) await turns.next(other);
    const firm = oneOf(random, stage.firms),
      id = oneOf(random, textIds);
    const {
      company: { api, raw },
      ids,
      theirs,
    } = firm;
    await turns.lock(other, "texts", async () => {
      const now = await shelfOf(firm).text(id);
      if (now === null) return;
      const { id: _, createdDate: __, updatedDate: ___, ...fields } = now;
      const line = stage.word(firm),
        isCode = random() < 0.15;
      const content = `${contentsOf(now).get("en") ?? ""}${line}\n`;
      const body = { ...fields, ...(isCode ? { code: `t-${line}` } : { translations: { en: { content } } }) };
      const path = { id: ids.get(id) ?? id };
      sent.add(`${api.connection.clientId} /Integrations/textlibrary/texts/${path.id}`);
      await raw("textlibrary.texts.update", { path, body: translated(firm, body, "service") });
      if (!isCode) theirs.set(id, [...(theirs.get(id) ?? []), line]);
    });
  }
}

async function lookEverywhere(stage: Stage): Promise<void> {
  const { firms, library, sent } = stage;
  for (const firm of firms) {
    const {
      company: { mark },
      theirs,
    } = firm;
    const shelf = shelfOf(firm);
    const texts = await Promise.all(textIds.map(shelf.text));
    const held = JSON.stringify([texts, (await shelf.folders()).filter(({ id }) => folderIds.includes(id))]);
    const other = firms.find(({ company }) => company.mark !== mark && held.includes(company.mark));
    must(other === undefined, `${mark} holds what is of ${other?.company.mark}: ${held}`);
    for (const [id, lines] of theirs) {
      const now = texts.find((text) => text?.id === id);
      const lost = lines.find((line) => now && contentsOf(now).get("en")?.includes(line) !== true);
      must(lost === undefined, `The line ${lost} of a colleague is gone`);
    }
  }
  for (const { clientId, path } of await library.written()) {
    must(sent.has(`${clientId} ${path}`), `${path} was changed by ${clientId}, and no window sent it`);
  }
}
