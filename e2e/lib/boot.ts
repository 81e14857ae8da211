// The boot document: a JSON element in the shell's page with the plugins, their routes and their slots.
import type { Page } from '@playwright/test'

export interface Boot {
  plugins: { id: string; routes: { page: string; layout?: string; title: unknown }[] }[]
  initial?: unknown
}

/** Changes the boot document in the pages that the kernel sends for a path. */
export async function changeBoot(page: Page, path: string, change: (boot: Boot) => void): Promise<void> {
  await page.route(path, async (route) => {
    // The path of a world is also the end of calls about it.
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s,
      (_, before: string, json: string, after: string) => {
        const boot = JSON.parse(json) as Boot
        change(boot)
        return before + JSON.stringify(boot) + after
      },
    )
    await route.fulfill({ response: answer, body })
  })
}

/** Removes the initial data from the page of a path, so that the page requests it. */
export const withoutInitialData = (page: Page, path: string) =>
  changeBoot(page, path, (boot) => {
    delete boot.initial
  })

/** Changes the JSON that the kernel answers to calls of a path. */
export async function changeAnswer(
  page: Page,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and a test changes one field of one of them
  change: (payload: any) => void,
): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    change(json.payload)
    await route.fulfill({ response: answer, json })
  })
}
