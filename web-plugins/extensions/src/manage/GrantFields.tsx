// The permissions of a plugin, one checkbox each, the limits of its prizes and charges, and the collections that it may use.

import { Checkbox, TextInput, useLanguage, useText } from '@witverse/sdk'
import type { ManagedWorld } from '../api/collections'
import type { Grant, Permission } from '../api/types'
import { CollectionsField } from './CollectionsField'
import {
  dataError,
  errorsOf,
  filesError,
  type GrantKey,
  isLimited,
  LIMITS,
  limitMax,
  usesCollections,
} from './grant'
import type { GrantForm } from './useGrantForm'

interface Props {
  world: ManagedWorld
  requested: Grant
  permissions: Permission[]
  form: GrantForm
}

export function GrantFields({ world, requested, permissions, form }: Props) {
  const { draft, onDraft, showErrors } = form
  const t = useText('extensions')
  const { language } = useLanguage()
  const errors = showErrors ? errorsOf(draft, requested) : {}
  const wrongSize = showErrors ? dataError(draft, requested) : null
  const wrongSpace = showErrors ? filesError(draft, requested) : null
  const allow = (key: GrantKey, on: boolean) => {
    const allowed = new Set(draft.allowed)
    if (on) allowed.add(key)
    else allowed.delete(key)
    onDraft({ ...draft, allowed })
  }
  if (permissions.length === 0) return <p className="wv-note">{t('review.nothing')}</p>
  return (
    <>
      <ul className="ex-grant">
        {permissions.map((line) => {
          const key = line.key as GrantKey
          return (
            <li key={key}>
              <Checkbox
                label={line[language]}
                name={key}
                checked={draft.allowed.has(key)}
                onChecked={(on) => allow(key, on)}
              />
              {key === 'sql' && draft.allowed.has('sql') && Boolean(requested.sqlMib) && (
                <div className="ex-limits">
                  <TextInput
                    name="sqlMib"
                    label={t('review.sqlMib')}
                    value={draft.sqlMib}
                    onValue={(sqlMib) => onDraft({ ...draft, sqlMib })}
                    hint={t('review.limitHint', { max: requested.sqlMib ?? 0 })}
                    error={
                      wrongSize === null
                        ? undefined
                        : t(`review.${wrongSize}`, { max: requested.sqlMib ?? 0 })
                    }
                    inputMode="numeric"
                    autoComplete="off"
                  />
                </div>
              )}
              {key === 'files' && draft.allowed.has('files') && requested.files && (
                <div className="ex-limits">
                  <TextInput
                    name="filesMib"
                    label={t('review.filesMib')}
                    value={draft.filesMib}
                    onValue={(filesMib) => onDraft({ ...draft, filesMib })}
                    hint={t('review.limitHint', { max: requested.files.mib })}
                    error={
                      wrongSpace === null
                        ? undefined
                        : t(`review.${wrongSpace}`, { max: requested.files.mib })
                    }
                    inputMode="numeric"
                    autoComplete="off"
                  />
                </div>
              )}
              {isLimited(key) && draft.allowed.has(key) && (
                <div className="ex-limits">
                  {LIMITS.map((limit) => {
                    const max = limitMax(requested, key, limit)
                    const error = errors[key]?.[limit]
                    return (
                      <TextInput
                        key={limit}
                        name={key === 'reward' ? limit : `${key}.${limit}`}
                        label={t(`review.${limit}`)}
                        value={draft.limits[key][limit]}
                        onValue={(value) =>
                          onDraft({
                            ...draft,
                            limits: { ...draft.limits, [key]: { ...draft.limits[key], [limit]: value } },
                          })
                        }
                        hint={max === undefined ? t('review.limitFree') : t('review.limitHint', { max })}
                        error={error && t(`review.${error}`, { max: max ?? 1_000_000_000 })}
                        inputMode="numeric"
                        autoComplete="off"
                      />
                    )
                  })}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {usesCollections(draft, form.limited) && <CollectionsField world={world} form={form} />}
    </>
  )
}
