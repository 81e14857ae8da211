// What a member’s first page loads beyond the first screen of the shell, which has its limit in `npm run budget`, with the pages
// that are fetched ahead while nothing happens. A figure beside its aim; nothing fails.
import { makeMember } from '../lib/accounts.mjs'
import { expect, test } from '../lib/test'

const AIM_BYTES = 60_000

// Traces would change the figure.
test.use({ trace: 'off' })

test('scripts and styles of a member’s page', async ({ person, kernel }) => {
  const one = await person()
  const loaded: Promise<{ file: string; bytes: number }>[] = []
  one.page.on('requestfinished', (request) => {
    const file = new URL(request.url()).pathname
    if (!/\.(js|css)$/.test(file)) return
    loaded.push(request.sizes().then(({ responseBodySize }) => ({ file, bytes: responseBodySize })))
  })
  await one.logIn(await makeMember(kernel, 'bytes'))
  await expect(one.main.getByRole('heading').first()).toBeVisible()
  // Until no file has come for two seconds: the stream of news never ends.
  const more = async () => {
    const before = loaded.length
    await one.page.waitForTimeout(2_000)
    return loaded.length - before
  }
  await expect.poll(more).toBe(0)
  const html = await (await fetch(kernel.origin)).text()
  const later = (await Promise.all(loaded)).filter(({ file }) => !html.includes(`="${file}"`))
  const bytes = later.reduce((sum, one) => sum + one.bytes, 0)
  for (const one of later) process.stdout.write(`    ${one.bytes} ${one.file}\n`)
  process.stdout.write(
    `  a member’s page beyond the first screen, with what is fetched ahead: ${bytes} bytes (aim ${AIM_BYTES})\n`,
  )
})
