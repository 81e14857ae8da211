// What a member's first page loads beyond the first screen of the shell, which has its limit in `npm run budget`.
import { makeMember } from '../lib/accounts.mjs'
import { expect, test } from '../lib/test'

const MOST_BYTES = 60_000

test('a member’s home page loads few scripts and styles beyond the first screen', async ({
  person,
  kernel,
}) => {
  const one = await person()
  const loaded: Promise<{ file: string; bytes: number }>[] = []
  one.page.on('requestfinished', (request) => {
    const file = new URL(request.url()).pathname
    if (!/^\/assets\/.*\.(js|css)$/.test(file)) return
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
  const later = (await Promise.all(loaded)).filter(({ file }) => !html.includes(file))
  const bytes = later.reduce((sum, one) => sum + one.bytes, 0)
  const list = later.map((one) => `${one.bytes} ${one.file}`).join('\n  ')
  process.stdout.write(`  ${bytes} of ${MOST_BYTES} bytes in ${later.length} files\n`)
  expect(bytes, `beyond the first screen:\n  ${list}`).toBeLessThanOrEqual(MOST_BYTES)
})
