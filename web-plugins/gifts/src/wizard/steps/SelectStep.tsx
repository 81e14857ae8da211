import { Avatar, Icon, useText, WitMark } from '@witverse/sdk'
import { useWizard } from '../state'

export function SelectStep() {
  const t = useText('gifts')
  const { friendName, friendImage, chooseType } = useWizard()
  return (
    <>
      {friendName && (
        <p className="gf-for">
          <Avatar name={friendName} image={friendImage} size={28} /> {t('wizard.for', { name: friendName })}
        </p>
      )}
      <div className="gf-types">
        <button type="button" className="gf-type is-wit" onClick={() => chooseType('wit')}>
          <WitMark size={44} />
          <span>
            <strong>{t('types.wit')}</strong>
            <small>{t('types.witText')}</small>
          </span>
          <Icon name="right" size={18} />
        </button>
        <button type="button" className="gf-type is-item" onClick={() => chooseType('item')}>
          <Lantern />
          <span>
            <strong>{t('types.item')}</strong>
            <small>{t('types.itemText')}</small>
          </span>
          <Icon name="right" size={18} />
        </button>
      </div>
      <p className="wv-note">{t('wizard.promise')}</p>
    </>
  )
}

/** A drawing of a paper lantern. */
function Lantern() {
  return (
    <svg className="gf-lantern" width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
      <path className="gf-lantern-line" d="M22 3v6M15 9h14M15 37h14M22 37v4" />
      <path className="gf-lantern-paper" d="M13 11h18c4 6 4 18 0 24H13c-4-6-4-18 0-24Z" />
      <path className="gf-lantern-light" d="M22 17c4 5 5 7 5 10a5 5 0 0 1-10 0c0-3 1-5 5-10Z" />
    </svg>
  )
}
