// The picture of the README: `npx playwright test --project=readme` in this folder writes docs/images/home.png.
import path from 'node:path'
import { expect, test } from '../lib/test'

test('the home page of the README', async ({ person }) => {
  const visitor = await person({ theme: 'dark' })
  await visitor.goto('/')
  await expect(visitor.region('worlds:home.carousel')).toBeVisible()
  await visitor.page.waitForLoadState('networkidle')
  await visitor.settled()
  await visitor.page.screenshot({ path: path.resolve(import.meta.dirname, '../../docs/images/home.png') })
})
