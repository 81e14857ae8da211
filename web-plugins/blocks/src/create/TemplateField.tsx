// The choice of the scene that a block begins with.
import { useText } from '@witverse/sdk'
import { pictureOf, TEMPLATES } from '../api/blocks'

interface TemplateFieldProps {
  value: string
  onValue: (value: string) => void
}

export function TemplateField({ value, onValue }: TemplateFieldProps) {
  const t = useText('blocks')
  return (
    <fieldset className="bl-templates">
      <legend>{t('create.template')}</legend>
      {TEMPLATES.map((template) => (
        <label key={template} className="bl-template">
          <input
            type="radio"
            name="template"
            value={template}
            checked={template === value}
            onChange={() => onValue(template)}
          />
          {template === 'empty' ? (
            <span className="bl-template-picture is-empty" />
          ) : (
            <img className="bl-template-picture" src={pictureOf(template)} alt="" loading="lazy" />
          )}
          <span>{t(`template.${template}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
