// Orders in the browser: a random item bought by card and its draw verified; an album shipped, received, withdrawn, refunded.
import { demo, makeMember } from '../lib/accounts.mjs'
import { pressInSandbox } from '../lib/money'
import { makePicture } from '../lib/pictures'
import { callAs } from '../lib/social'
import { tone } from '../lib/sounds'
import { expect, test } from '../lib/test'

const PRODUCTS = '/api/v2/orders/products'
const art = (name: string) => `/assets/plugins/items/items/${name}.svg`
const both = (text: string) => ({ ko: `${text} (한)`, en: text })

test('a random item is bought by card, and its draw is verified in the browser', async ({
  kernel,
  person,
}) => {
  const row = (name: string, weight: number) => ({
    name: both(name),
    type: 'photo',
    thumbnailUrl: art('pier-polaroid'),
    weight,
    stock: 20,
  })
  const { productId } = await callAs(kernel, demo('admin'), 'POST', PRODUCTS, {
    kind: 'random',
    name: both('Harbour draw'),
    about: both('Three photos of the harbour.'),
    won: 5_000,
    contents: [row('Rare dawn', 1), row('Noon', 30), row('Evening', 69)],
  })
  const one = await person({ width: 390, touch: true })
  await one.logIn(await makeMember(kernel, 'draw'))
  await expect(one.accountButton).toBeVisible()
  await one.goto(`/order?product=${productId}`)
  await expect(one.region('orders:odds.title')).toContainText('69%')
  await one.shoot('501-odds')
  await one.expectNoHorizontalOverflow()
  await one.button('orders:buy.action').click()
  await expect(one.button('orders:pay.action'), 'the notice is not confirmed yet').toBeDisabled()
  await one.shoot('502-pay')
  await one.field('agreed').check()
  await one.button('orders:pay.action').click()
  await one.page.waitForURL(/\/sandbox\/pay\//)
  // The first card is declined: the order is still held, and another card is tried.
  await pressInSandbox(one.page, 'decline')
  await expect(one.heading('orders:complete.declined')).toBeVisible()
  await one.link('orders:complete.again').click()
  await expect(one.text('orders:pay.declined')).toBeVisible()
  await one.shoot('502-declined')
  await one.expectNoHorizontalOverflow()
  await one.button('orders:pay.again').click()
  await one.page.waitForURL(/\/sandbox\/pay\//)
  await pressInSandbox(one.page, 'approve')
  await expect(one.heading('orders:complete.paid')).toBeVisible()
  await one.link('orders:complete.see').click()
  await one.button('orders:given.open').click()
  await expect(one.region('orders:given.title').getByRole('link')).toBeVisible()
  await one.button('orders:draw.check').click()
  await expect(one.text('orders:draw.holds')).toBeVisible()
  await one.shoot('503-verified')
  await one.expectNoHorizontalOverflow()
  await one.goto('/order')
  await expect(one.main.getByRole('listitem').filter({ hasText: 'Harbour draw' })).toContainText(
    one.t('orders:states.delivered'),
  )
})

test('an album is ordered, shipped, received, withdrawn and refunded', async ({ kernel, person }) => {
  const item = (type: string, name: string) => ({
    name: both(name),
    type,
    thumbnailUrl: art('night-bus-record'),
  })
  const { productId } = await callAs(kernel, demo('admin'), 'POST', PRODUCTS, {
    kind: 'album',
    name: both('Night bus'),
    about: both('Two songs, and a card by post.'),
    won: 12_000,
    stock: 5,
    contents: [item('audio', 'First stop'), item('photo', 'Cover')],
  })
  const buyer = await person()
  await buyer.logIn(await makeMember(kernel, 'albu'))
  await expect(buyer.accountButton).toBeVisible()
  await buyer.goto(`/order?product=${productId}`)
  await buyer.fill({
    recipient: 'Kim Haneul',
    phone: '010-1234-5678',
    postalCode: '63100',
    street: '110 Sejong-daero',
  })
  await buyer.button('orders:address.save').click()
  await expect(buyer.main.getByText(/more\.$/)).toContainText('3,000')
  await buyer.button('orders:buy.action').click()
  await buyer.field('agreed').check()
  await buyer.button('orders:pay.action').click()
  await buyer.page.waitForURL(/\/sandbox\/pay\//)
  await pressInSandbox(buyer.page, 'approve')
  await expect(buyer.heading('orders:complete.paid')).toBeVisible()
  await buyer.link('orders:complete.see').click()
  await expect(buyer.region('orders:steps.title')).toContainText(buyer.t('orders:clocks.ship'))
  await expect(buyer.region('orders:given.title').getByRole('link')).toHaveCount(2)
  await buyer.shoot('504-paid')

  const seller = await person({ width: 768, theme: 'dark' })
  await seller.logIn(demo('admin'))
  await expect(seller.accountButton).toBeVisible()
  await seller.goto('/order/desk')
  const sale = seller.main.getByRole('listitem').filter({ hasText: 'Kim Haneul' })
  await seller.role('button', 'orders:desk.steps.ship', undefined, sale).click()
  await seller.dialog.locator('[name=carrier]').selectOption('epost')
  await seller.fill({ tracking: '6892031234567', weightGrams: '320' })
  await seller.inDialog('orders:desk.steps.ship').click()
  await seller.expectToast('orders:desk.moved')
  await seller.shoot('505-desk')

  await buyer.button('orders:actions.receive').click()
  await buyer.expectToast('orders:actions.received')
  await buyer.button('orders:request.withdrawal').click()
  await buyer.fill({ reason: 'It is not what I expected.' })
  await buyer.shoot('506-withdraw')
  await buyer.inDialog('orders:request.send').click()
  await buyer.expectToast('orders:request.sent')

  // A withdrawal needs no decision of the seller.
  await buyer.button('orders:request.haveSent').click()
  await buyer.dialog.locator('[name=carrier]').selectOption('epost')
  await buyer.fill({ tracking: '6892031234567' })
  await buyer.inDialog('orders:request.haveSent').click()
  await buyer.expectToast('orders:request.sentBack')

  await seller.goto('/order/desk')
  const accepted = seller.main
    .getByRole('listitem')
    .filter({ hasText: seller.t('orders:requestStates.accepted') })
  await expect(accepted.getByText('6892031234567')).toBeVisible()
  await seller.role('button', 'orders:desk.steps.returned', undefined, accepted).click()
  await seller.inDialog('orders:desk.steps.returned').click()
  await seller.expectToast('orders:desk.moved')
  // The page of the order shows the seller the same terms as the buyer.
  await accepted.getByRole('link').first().click()
  await expect(seller.region('orders:steps.title')).toContainText(seller.t('orders:clocks.refund'))
  await seller.shoot('507-sale')
  await seller.button('orders:desk.steps.refund').click()
  await seller.inDialog('orders:desk.steps.refund').click()
  await expect(buyer.main.getByText(buyer.t('orders:states.refunded')).first()).toBeVisible()
  await buyer.shoot('507-refunded')
})

const INDEX = [
  '우편번호|시도|시도영문|시군구|시군구영문|도로명|도로명영문|건물번호본번|건물번호부번|시군구용건물명|법정동명|지번본번|지번부번',
  '04524|서울특별시|Seoul|중구|Jung-gu|세종대로|Sejong-daero|110|0|등불청사|태평로1가|31|0',
  '04526|서울특별시|Seoul|중구|Jung-gu|세종대로|Sejong-daero|55|0||태평로2가|69|1',
  'a line that is no address',
].join('\r\n')

test('an album with a track of its own is sold to an address that the buyer finds', async ({
  kernel,
  person,
}) => {
  const seller = await person({ width: 768 })
  await seller.logIn(demo('admin'))
  await expect(seller.accountButton).toBeVisible()
  const files = seller.main.locator('input[type=file]')

  await test.step('an administrator imports the postal codes', async () => {
    await seller.goto('/admin/orders-postcodes')
    const wrong = { name: 'people.txt', mimeType: 'text/plain', buffer: Buffer.from('name|phone\n') }
    await files.setInputFiles([wrong])
    await seller.expectToast('orders:postcodes.wrongFile', { name: 'people.txt' })
    const index = { name: 'seoul.txt', mimeType: 'text/plain', buffer: Buffer.from(INDEX) }
    await files.setInputFiles([index])
    await seller.expectToast('orders:postcodes.done', { total: '2', skipped: '1' })
    await expect(seller.main).toContainText('2')
    await seller.shoot('541-postcodes')
  })

  await test.step('the seller puts an album on sale, with a cover and a sound', async () => {
    await seller.goto('/order/desk/new')
    await seller.field('kind', 'album').check()
    await seller.fill({
      won: '9000',
      stock: '3',
      'about.ko': '밤 버스의 소리',
      'about.en': 'Sounds of the night bus',
    })
    const named = (key: 'orders:editor.nameKo' | 'orders:editor.nameEn') =>
      seller.main.getByRole('textbox', { name: seller.t(key) })
    const [korean, english] = [named('orders:editor.nameKo'), named('orders:editor.nameEn')]
    await korean.nth(0).fill('밤 버스')
    await korean.nth(1).fill('첫 곡')
    await english.nth(0).fill('The night bus')
    await english.nth(1).fill('First song')
    await seller.field('type').selectOption('audio')
    await files.first().setInputFiles(await makePicture(seller, 'cover.png', 256))
    await expect(seller.button('kit-files:changeImage')).toBeVisible({ timeout: 30_000 })
    await files.nth(1).setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: tone() })
    await expect(seller.button('kit-files:changeFile')).toBeVisible({ timeout: 30_000 })
    await seller.button('kit-files:changeFile').scrollIntoViewIfNeeded()
    await seller.shoot('542-album-editor')
    await seller.expectNoHorizontalOverflow()
    await seller.button('orders:editor.save').click()
    await expect(seller.main.getByRole('heading', { level: 1 })).toHaveText('The night bus')
    await expect(seller.main).toContainText(seller.t('orders:plays.audio'))
  })

  const buyer = await person({ width: 390, touch: true, theme: 'dark' })
  await buyer.logIn(await makeMember(kernel, 'trac'))
  await expect(buyer.accountButton).toBeVisible()
  await buyer.goto(new URL(seller.page.url()).pathname + new URL(seller.page.url()).search)

  await test.step('the buyer finds the address', async () => {
    const search = buyer.field('address-search')
    await search.fill('부산')
    await search.press('Enter')
    await expect(buyer.text('orders:search.none')).toBeVisible()
    await search.fill('세종대로 110')
    await search.press('Enter')
    const found = buyer.page.getByRole('list', { name: buyer.t('orders:search.found') })
    await expect(found.getByRole('listitem')).toHaveCount(1)
    await found.scrollIntoViewIfNeeded()
    await buyer.shoot('543-address-found')
    await found.getByRole('button').click()
    await expect(buyer.field('postalCode')).toHaveValue('04524')
    await expect(buyer.field('street')).toHaveValue('서울특별시 중구 세종대로 110 (등불청사)')
    await buyer.fill({ recipient: 'Kim Haneul', phone: '01012345678', detail: '3층' })
    await buyer.button('orders:address.save').click()
    await buyer.button('orders:buy.action').click()
  })

  await test.step('the buyer pays, and plays the track', async () => {
    await buyer.field('agreed').check()
    await buyer.button('orders:pay.action').click()
    await buyer.page.waitForURL(/\/sandbox\/pay\//)
    await pressInSandbox(buyer.page, 'approve')
    await buyer.link('orders:complete.see').click()
    await buyer.region('orders:given.title').getByRole('link').click()
    await buyer.button('items:media.play', { name: 'First song' }).click()
    await expect(buyer.page.getByRole('slider')).toHaveAttribute('aria-valuemax', '1')
    await buyer.shoot('544-track')
  })
})
