// `/crafting`: what one can make. Other plugins add their cards to the slot `crafting.kind`.
import { ButtonLink, MemberGate, Page, PageHead, PluginSlot, useCaller, useText } from '@witverse/sdk'
import { craftingPath } from '../create/crafting'
import { BlockArt } from '../list/BlockArt'

export default function CraftingPage() {
  const t = useText('blocks')
  return (
    <MemberGate
      title={t('crafting.title')}
      visitor={{ title: t('crafting.visitor'), text: t('crafting.visitorText') }}
    >
      <Page title={t('crafting.title')} stack>
        <PageHead title={t('crafting.title')} text={t('crafting.text')} />
        <div className="wv-grid">
          <BlockCard />
          <PluginSlot at="crafting.kind" />
        </div>
      </Page>
    </MemberGate>
  )
}

/** Blocks are built in a world. */
function BlockCard() {
  const t = useText('blocks')
  const { user } = useCaller()
  const own = user?.worldName
  return (
    <section className="wv-picture-card" aria-labelledby="crafting-block">
      <span className="wv-card-picture is-wide" aria-hidden="true">
        <BlockArt block={{ blockId: 'crafting', type: 'social' }} />
      </span>
      <h2 id="crafting-block">{t('crafting.block')}</h2>
      <p className="bl-muted">{t(own ? 'crafting.blockText' : 'crafting.needsWorldText')}</p>
      <div className="wv-actions">
        <ButtonLink to={own ? craftingPath(own, 'block') : '/world'}>
          {t(own ? 'crafting.start' : 'crafting.needsWorld')}
        </ButtonLink>
        <ButtonLink variant="quiet" to="/block">
          {t('crafting.mine')}
        </ButtonLink>
      </div>
    </section>
  )
}
