// Reads the boot document from the page; fetches it if a development server did not embed it.
import type { Boot } from '@witverse/sdk'

export async function readBoot(page: Document): Promise<Boot> {
  const embedded = page.getElementById('boot')?.textContent
  if (embedded) return JSON.parse(embedded) as Boot
  const response = await fetch('/api/ui/plugins')
  const body = (await response.json()) as { payload: Boot }
  return body.payload
}
