import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/people'
import { renderShell } from '../testing'
import { facebookLink, KAKAO_BUTTON, kakaoLink, twitterLink } from './links'
import { ShareModal } from './ShareModal'

const SHARED = {
  title: 'mina & friends',
  description: 'Meet mina',
  imageUrl: 'https://witverse.example/m.png',
  url: 'https://witverse.example/user/1?a=b',
}

let leave = async () => undefined as unknown
afterEach(async () => {
  vi.useRealTimers()
  await leave()
})

it('builds the addresses of the Twitter intent and the Facebook sharer', () => {
  expect(twitterLink(SHARED)).toBe(
    'https://twitter.com/intent/tweet?text=mina+%26+friends&url=https%3A%2F%2Fwitverse.example%2Fuser%2F1%3Fa%3Db',
  )
  expect(facebookLink(SHARED)).toBe(
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fwitverse.example%2Fuser%2F1%3Fa%3Db',
  )
})

it('sends Kakao a feed with a Korean button label', () => {
  const link = new URL(kakaoLink(SHARED, 'key-1'))
  expect(link.origin + link.pathname).toBe('https://sharer.kakao.com/picker/link')
  expect(link.searchParams.get('app_key')).toBe('key-1')
  const { template_object } = JSON.parse(link.searchParams.get('validation_params') ?? '')
  const web = { web_url: SHARED.url, mobile_web_url: SHARED.url }
  expect(template_object).toEqual({
    object_type: 'feed',
    content: { title: SHARED.title, description: SHARED.description, image_url: SHARED.imageUrl, link: web },
    buttons: [{ title: KAKAO_BUTTON, link: web }],
  })
  expect(KAKAO_BUTTON).toBe('웹으로 보기')
})

async function open(data: object, answers: Record<string, unknown> = {}) {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const page = await renderShell(<ShareModal data={data} close={vi.fn()} />, [texts], { answers })
  leave = page.unmount
  await page.settle()
  return { ...page, writeText }
}

it('opens other sites without access to this window', async () => {
  await open({ path: '/orbit', title: 'orbit' })
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[role=dialog] a')]
  expect(links.map((link) => new URL(link.href).host)).toEqual(['twitter.com', 'www.facebook.com'])
  expect(links.every((link) => link.target === '_blank' && link.rel === 'noopener noreferrer')).toBe(true)
})

it('copies the address and says "Copy Done!" for three seconds', async () => {
  const page = await open({ path: '/orbit', title: 'orbit' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.click(page.named('Copy URL'))
  expect(page.writeText).toHaveBeenCalledWith(`${location.origin}/orbit`)
  expect(page.named('Copy Done!')).toBeTruthy()
  await act(async () => void vi.advanceTimersByTime(2_900))
  expect(page.named('Copy Done!')).toBeTruthy()
  await act(async () => void vi.advanceTimersByTime(100))
  expect(page.named('Copy URL')).toBeTruthy()
})

it('shares a person with the server’s title and description', async () => {
  const sns = { title: 'mina on Witverse', description: 'd', imageUrl: '/m.png', link: '/user/7' }
  await open({ userId: '7' }, { 'GET /api/v2/user/sns/7': { payload: sns } })
  const tweet = document.querySelector<HTMLAnchorElement>('a[href*="twitter"]')
  expect(new URL(tweet?.href ?? '').searchParams.get('text')).toBe('mina on Witverse')
})
