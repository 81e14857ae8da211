// The screens of orders: axe reports no violation, nothing overflows, and a screenshot of each.
import { demo, makeMember } from '../lib/accounts.mjs'
import { runSql } from '../lib/database'
import type { Kernel } from '../lib/kernel.mjs'
import { axe, look, variants } from '../lib/looks'
import { buyWit, pressInSandbox } from '../lib/money'
import type { Person } from '../lib/person'
import { makePicture } from '../lib/pictures'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const BASE = '/api/v2/orders'
const NONCE = '0123456789abcdef0123456789abcdef'
const art = (name: string) => `/assets/plugins/items/items/${name}.svg`
const both = (ko: string, en: string) => ({ ko, en })

const DRAW = {
  kind: 'random',
  name: both('밤의 항구 뽑기', 'Night Harbor draw'),
  about: both(
    '항구의 밤을 담은 사진 세 장 중 하나가 나옵니다.',
    'One of three photos of the harbor at night.',
  ),
  won: 5_000,
  witHundredths: 5_000,
  contents: [
    ['새벽 등대', 'Lighthouse at dawn', 'pier-polaroid', 4, 5],
    ['부두의 오후', 'Afternoon on the pier', 'rain-film', 30, 40],
    ['심야 버스', 'Night bus', 'night-bus-record', 66, 100],
  ].map(([ko, en, name, weight, stock]) => ({
    name: both(String(ko), String(en)),
    type: 'photo',
    thumbnailUrl: art(String(name)),
    weight,
    stock,
  })),
}

const ALBUM = {
  kind: 'album',
  name: both('심야 버스', 'Night Bus'),
  about: both(
    '노래 두 곡과 사진 한 장, 우편으로 가는 카드 한 장.',
    'Two songs, a photo, and a card by post.',
  ),
  won: 12_000,
  witHundredths: 12_000,
  stock: 30,
  contents: [
    { name: both('첫 정류장', 'First stop'), type: 'audio', thumbnailUrl: art('night-bus-record') },
    { name: both('표지 사진', 'Cover photo'), type: 'photo', thumbnailUrl: art('pier-polaroid') },
  ],
}

const ADDRESS = {
  recipient: '김하늘',
  phone: '01012345678',
  postalCode: '63100',
  street: '제주특별자치도 제주시 문연로 6',
  detail: '3층 301호',
  isDefault: true,
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function lookAt(one: Person, path: string, name: string) {
  await one.goto(path)
  await expect(one.main.getByRole('heading').first()).toBeVisible()
  await one.expectLoaded()
  await look(one, name)
}

/** Payments with a refund that the provider has refused, the legal periods, the holidays and the surcharges. */
async function lookAtAdministration(one: Person, kernel: Kernel) {
  await runSql(
    kernel,
    `insert into kernel.plugin_payment_refund (id, payment_id, key, amount, state, requested_at, ended_at, refusal)
     select gen_random_uuid(), id, 'looks', 100, 'failed', now(), now(), 'the balance of the shop is too low'
     from kernel.plugin_payment where paid_at is not null order by created_at desc limit 1`,
  )
  await lookAt(one, '/admin/money/payments', '541-payments')
  await one.button('shell-money:payments.again').first().click()
  await look(one, '542-request-again')
  await one.escape()
  await lookAt(one, '/admin/orders-desk-section', '543-desk-section')
  await one.button('orders:holidays.change').click()
  await look(one, '544-holidays')
  await one.inDialog('shell:cancel').click()
  await one.button('orders:surcharges.change').click()
  await look(one, '545-surcharges')
  await one.inDialog('shell:cancel').click()
}

// Each test visits about twenty screens.
test.describe.configure({ timeout: 480_000 })

for (const { name, options, tag } of variants) {
  test(`order screens (${name})`, { tag }, async ({ kernel, person }) => {
    const admin = demo('admin')
    const me = await makeMember(kernel, 'buyr', options.language)
    const sell = (product: unknown) => callAs(kernel, admin, 'POST', `${BASE}/products`, product)
    const { productId: draw } = await sell(DRAW)
    const { productId: album } = await sell(ALBUM)
    const { productId: later } = await sell({
      ...ALBUM,
      name: both('겨울 항구', 'Winter Harbor'),
      releaseOn: inDays(30),
    })
    const mine = (path: string, body: unknown = {}) => callAs(kernel, me, 'POST', `${BASE}/mine${path}`, body)

    const one = await person({ ...options, script: axe })
    await lookAt(one, '/order/shop', '510-shop-visitor')
    await lookAt(one, '/order', '511-orders-visitor')
    await one.logIn(me)
    await expect(one.accountButton).toBeVisible()
    await lookAt(one, '/order', '512-orders-none')
    await buyWit(one, kernel, me, 1_000)
    await lookAt(one, `/order?product=${draw}`, '513-draw')
    await lookAt(one, `/order?product=${album}`, '514-album-new-address')
    const saved = await callAs(kernel, me, 'POST', `${BASE}/addresses`, ADDRESS)
    await callAs(kernel, me, 'POST', `${BASE}/addresses`, {
      ...ADDRESS,
      recipient: '이서준',
      postalCode: '04524',
      street: '서울특별시 중구 세종대로 110',
      isDefault: false,
    })
    const { addressId } = saved.items[0]
    await one.goto(`/order?product=${album}`)
    await one.main.getByRole('radio').first().check()
    await look(one, '515-album')
    await one.main.getByRole('button', { name: one.t('orders:address.editOf', { name: '이서준' }) }).click()
    await look(one, '516-address')
    await lookAt(one, `/order?product=${later}`, '517-pre-order')

    const place = async (productId: string, address: string | null = addressId) =>
      (await mine('', { productId, quantity: 1, addressId: address })).orderId
    const paid = async (productId: string, address?: string | null) => {
      const order = await place(productId, address)
      await mine(`/${order}/pay`, { method: 'wit', nonce: NONCE, agreed: true })
      return order
    }
    const unpaid = await place(draw, null)
    await lookAt(one, `/order/detail?order=${unpaid}`, '520-checkout')
    await one.field('agreed').check()
    await one.button('orders:pay.action').click()
    await one.page.waitForURL(/\/sandbox\/pay\//)
    await pressInSandbox(one.page, 'approve')
    await expect(one.heading('orders:complete.paid')).toBeVisible()
    await look(one, '521-complete')
    await lookAt(one, `/order/detail?order=${unpaid}`, '522-wrapped')
    await one.button('orders:given.open').click()
    await one.button('orders:draw.check').click()
    await expect(one.text('orders:draw.holds')).toBeVisible()
    await look(one, '523-drawn')
    // Anybody can repeat the draw on the page of the item.
    const { given } = await callAs(kernel, me, 'GET', `${BASE}/mine/${unpaid}`)
    await one.goto(`/item/${given[0].itemId}`)
    await expect(one.text('orders:draw.holds')).toBeVisible()
    await look(one, '523-drawn-item')

    const order = await paid(album)
    const slipped = await paid(later)
    await callAs(kernel, admin, 'PUT', `${BASE}/products/${later}`, {
      isOpen: true,
      about: ALBUM.about,
      won: ALBUM.won,
      releaseOn: inDays(60),
    })
    await lookAt(one, `/order/detail?order=${order}`, '524-paid')
    await one.button('orders:address.change').click()
    await look(one, '524-change-address')
    await one.escape()
    await one.goto(`/order/detail?order=${slipped}`)
    await expect(one.button('orders:release.cancel')).toBeVisible()
    await look(one, '525-slipped')
    const step = (body: unknown) => callAs(kernel, admin, 'POST', `${BASE}/sales/${order}/step`, body)
    await step({ step: 'ship', carrier: 'epost', tracking: '6892031234567', weightGrams: 1320 })
    await step({ step: 'parcel', carrier: 'cj', tracking: '689203123456' })
    const reason = options.language === 'ko' ? '포스터를 함께 넣었습니다.' : 'A poster was added.'
    await step({ step: 'supplement', parcel: 1, reason, weightGrams: 1350 })
    await callAs(kernel, admin, 'POST', `${BASE}/sales/${order}/refunds`, {
      key: crypto.randomUUID(),
      amount: 3_000,
      reason: options.language === 'ko' ? '포토카드가 한 장 빠졌습니다.' : 'One photo card is missing.',
    })
    await lookAt(one, `/order/detail?order=${order}`, '526-shipped')
    await mine(`/${order}/received`)
    await one.goto(`/order/detail?order=${order}`)
    await one.button('orders:request.defect').click()
    const photo = await makePicture(one, 'corner.png', 400)
    await one.dialog.locator('input[type=file]').setInputFiles(photo)
    await one.fill({ reason: options.language === 'ko' ? '모서리가 구겨져 왔습니다.' : 'A corner is bent.' })
    await expect(one.dialog.getByText('corner.png')).toBeVisible()
    await look(one, '527-defect')
    await one.inDialog('orders:request.send').click()
    await one.expectToast('orders:request.sent')
    await lookAt(one, `/order/detail?order=${order}`, '528-requested')
    await lookAt(one, '/order', '529-orders')

    await one.logIn(admin)
    await expect(one.accountButton).toBeVisible()
    await lookAt(one, '/order/desk', '530-desk')
    await one.button('orders:desk.steps.ship').first().click()
    await one.dialog.locator('[name=carrier]').selectOption('epost')
    await one.fill({ tracking: '123' })
    await look(one, '530-ship')
    await one.escape()
    await one.button('orders:proof.record').first().click()
    await expect(one.dialog.getByText('6892031234567')).toBeVisible()
    await look(one, '530-record')
    await one.escape()
    await one.button('orders:parts.refund').first().click()
    await expect(one.dialog.locator('[name=amount]')).toBeVisible()
    await look(one, '530-part')
    await one.escape()
    await one.button('orders:desk.accept').first().click()
    await look(one, '531-decide')
    await one.escape()
    await lookAt(one, `/order/desk?sale=${order}`, '531-sale')
    await lookAt(one, `/order?product=${album}`, '532-stock')
    await one.button('orders:edit.action').click()
    await look(one, '532-edit')
    await one.escape()
    await one.button('orders:stock.add').click()
    await look(one, '533-add-stock')
    await one.escape()
    await lookAt(one, '/order/desk/new', '534-editor')
    await lookAt(one, '/order/shop', '535-shop')
    await lookAt(one, '/order/detail?order=x', '536-missing')
    await lookAtAdministration(one, kernel)
    await lookAt(one, '/admin/market-supervision', '537-market-rules')
    await one.button('market:admin.change').click()
    await look(one, '538-change-rules')
    await one.escape()
    await one.button('market:admin.halt').click()
    await look(one, '539-halt')
  })
}
