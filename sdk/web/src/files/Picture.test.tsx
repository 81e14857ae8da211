import { expect, test } from 'vitest'
import { renderPage } from '../testing'
import { Picture } from './Picture'

const FILE = '/files/00000000-0000-4000-8000-000000000001'

test('a list row loads the width that it shows', async () => {
  const page = await renderPage(<Picture src={FILE} width={48} height={48} />)
  const image = page.container.querySelector('img')
  expect(image?.getAttribute('src')).toBe(`${FILE}/64.webp`)
  expect(image?.getAttribute('srcset')).toBe(`${FILE}/128.webp 2x`)
})

test('another address stays as it is', async () => {
  const page = await renderPage(<Picture src="/assets/lamp.webp" width={48} height={48} />)
  const image = page.container.querySelector('img')
  expect(image?.getAttribute('src')).toBe('/assets/lamp.webp')
  expect(image?.hasAttribute('srcset')).toBe(false)
})
