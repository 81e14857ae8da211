// In the header, while one is in a world: an entry for each plugin with a page there. The page opens in a dialog.
import { Icon, IconButton, Modal, useBoot, useLanguage, useText } from '@witverse/sdk'
import { Menu } from '@witverse/sdk/controls'
import { useLocation } from '@witverse/sdk/router'
import { useState } from 'react'
import { useExtensions } from '../api/installs'
import { SlotFrame } from '../frame/SlotFrame'
import { pageAt, worldOf } from './places'

const AT = 'header.action'

export default function HeaderAction() {
  const boot = useBoot()
  const { pathname } = useLocation()
  const routes = boot.plugins.flatMap((plugin) => plugin.routes.map((route) => route.path))
  const worldName = worldOf(pathname, routes)
  return worldName ? <Actions key={worldName} worldName={worldName} /> : <EmptyPlace />
}

/** The header leaves out an action that renders this mark. */
const EmptyPlace = () => <span hidden data-empty />

function Actions({ worldName }: { worldName: string }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const found = useExtensions(worldName)
  const [openId, setOpenId] = useState<string | null>(null)
  const items = found.data?.items ?? []
  const entries = items.flatMap((extension) => {
    const page = pageAt(extension, AT)
    return page ? [{ extension, page, title: page.title[language] }] : []
  })
  const [only] = entries
  if (!found.data || !only) return <EmptyPlace />
  const open = entries.find(({ extension }) => extension.id === openId)
  return (
    <>
      {entries.length === 1 ? (
        <IconButton label={only.title} onClick={() => setOpenId(only.extension.id)}>
          <Icon name="star" />
        </IconButton>
      ) : (
        <Menu
          label={t('header.menu', { world: worldName })}
          align="end"
          trigger={
            <IconButton label={t('header.menu', { world: worldName })}>
              <Icon name="star" />
            </IconButton>
          }
          entries={entries.map(({ extension, title }) => ({
            id: extension.id,
            text: title,
            onSelect: () => setOpenId(extension.id),
          }))}
        />
      )}
      {open && (
        <Modal
          open
          size="wide"
          onClose={() => setOpenId(null)}
          title={open.title}
          description={t('header.of', { plugin: open.extension.name[language], world: worldName })}
        >
          <SlotFrame
            at={AT}
            install={open.extension.id}
            plugin={open.extension.plugin}
            title={open.title}
            file={open.page.file}
            frameHost={found.data.frameHost}
            worldName={worldName}
            maxCharge={open.extension.maxCharge ?? null}
          />
        </Modal>
      )}
    </>
  )
}
