// `/{worldName}/x/{plugin}` and the pages below it: a page of an installed plugin, in a frame.
import {
  ButtonLink,
  EmptyPage,
  Icon,
  Loaded,
  Page,
  PageHead,
  TabLinks,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useParams, useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { frameAddress, useExtensions } from '../api/installs'
import type { Extension, Player } from '../api/types'
import { PluginFrame } from '../frame/PluginFrame'
import { TrialBar } from '../frame/TrialBar'

export default function FramePage() {
  const t = useText('extensions')
  const { worldName = '', plugin = '', page } = useParams()
  const [search] = useSearchParams()
  const isTrial = search.has('trial')
  const found = useExtensions(worldName)
  return (
    <Loaded query={found} title={t('frame.title')} missing={<Missing worldName={worldName} />}>
      {({ items, frameHost }) => {
        const extension = items.find((one) => one.plugin === plugin && one.isTrial === isTrial)
        const path = page === undefined ? undefined : `/${page}`
        const shown = extension?.pages.find((one) => one.path === (path ?? '/')) ?? extension?.pages[0]
        const isUnknown = path !== undefined && shown?.path !== path
        if (!extension || !shown || isUnknown) return <Missing worldName={worldName} />
        const src = frameAddress(extension.id, frameHost, shown.file)
        return <Shown worldName={worldName} extension={extension} path={shown.path} src={src} />
      }}
    </Loaded>
  )
}

interface ShownProps {
  worldName: string
  extension: Extension
  path: string
  src: string
}

function Shown({ worldName, extension, path, src }: ShownProps) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const [player, setPlayer] = useState<Player | null>(null)
  const name = extension.name[language]
  const base = `/${worldName}/x/${extension.plugin}`
  const tabs = extension.pages.map((page) => ({
    id: page.path,
    to: `${page.path === '/' ? base : `${base}${page.path}`}${extension.isTrial ? '?trial' : ''}`,
    text: page.title[language],
  }))
  const [publisher] = extension.plugin.split('.')
  return (
    <Page title={`${name} · ${worldName}`} stack className="ex-frames">
      <PageHead title={name}>
        <ButtonLink variant="secondary" size="small" to={`/${worldName}`}>
          <Icon name="home" size={18} /> {worldName}
        </ButtonLink>
      </PageHead>
      {tabs.length > 1 && <TabLinks label={name} tabs={tabs} current={path} />}
      {extension.isTrial && (
        <TrialBar
          worldName={worldName}
          install={extension.id}
          player={player}
          onPlayer={setPlayer}
          isGame={Boolean(extension.game)}
        />
      )}
      <PluginFrame
        key={`${extension.id} ${src} ${player?.number ?? 0}`}
        src={src}
        install={extension.id}
        name={name}
        worldName={worldName}
        page={path}
        maxCharge={extension.maxCharge ?? null}
        player={player}
        isTrial={extension.isTrial}
      />
      <p className="wv-note">{t('frame.by', { publisher })}</p>
    </Page>
  )
}

function Missing({ worldName }: { worldName: string }) {
  const t = useText('extensions')
  return (
    <EmptyPage
      title={t('frame.missing')}
      text={t('frame.missingText')}
      action={<ButtonLink to={`/${worldName}`}>{t('frame.toWorld')}</ButtonLink>}
    />
  )
}
