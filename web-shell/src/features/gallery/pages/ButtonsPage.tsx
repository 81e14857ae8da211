import { Button, ButtonLink, Icon, IconButton, useText } from '@witverse/sdk'
import { Demo } from '../Demo'

const VARIANTS = ['primary', 'secondary', 'quiet'] as const
const SIZES = ['small', 'medium', 'large'] as const

export function ButtonsPage() {
  const t = useText('shell-gallery')
  return (
    <>
      <Demo title={t('buttons.variants')} layout="row">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {t('common.save')}
          </Button>
        ))}
        <Button className="is-danger">{t('buttons.danger')}</Button>
        <ButtonLink to="/dev/ui/buttons" variant="secondary">
          {t('common.open')}
        </ButtonLink>
      </Demo>
      <Demo title={t('buttons.sizes')} layout="row">
        {SIZES.map((size) => (
          <Button key={size} size={size}>
            <Icon name="plus" size={18} /> {t('common.save')}
          </Button>
        ))}
        <Button wide>{t('common.save')}</Button>
      </Demo>
      <Demo title={t('states.pending')} layout="row">
        <Button pending>{t('common.save')}</Button>
        <Button pending variant="secondary">
          {t('common.edit')}
        </Button>
      </Demo>
      <Demo title={t('states.disabled')} layout="row">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {t('common.save')}
          </Button>
        ))}
      </Demo>
      <Demo title={t('buttons.icons')} layout="row">
        <IconButton label={t('common.edit')}>
          <Icon name="edit" />
        </IconButton>
        <IconButton label={t('common.share')}>
          <Icon name="share" />
        </IconButton>
        <IconButton label={t('common.remove')}>
          <Icon name="trash" />
        </IconButton>
      </Demo>
    </>
  )
}
