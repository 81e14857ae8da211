// The picture of the README: `npx playwright test --project=readme` in this folder writes docs/images/home.png.
import path from 'node:path'
import { expect, test } from '../lib/test'

test('the home page of the README', async ({ person }) => {
  const one = await person({ theme: 'dark' })
  await one.goto('/')
  await expect(one.region('worlds:home.carousel')).toBeVisible()
  await one.page.waitForLoadState('networkidle')
  await one.settled()
  await one.page.screenshot({ path: path.resolve(import.meta.dirname, '../../docs/images/home.png') })
})
