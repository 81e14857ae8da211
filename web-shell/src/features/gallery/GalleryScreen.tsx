// `/dev/ui`: the components of the SDK with their states, for developers. It exists only where the kernel serves its
// development pages, and no page links to it.
import './gallery.css'
import { Page, PageHead, Select, useBoot, useText } from '@witverse/sdk'
import { Link, useNavigate, useParams } from '@witverse/sdk/router'
import { LanguageToggle, ThemeToggle } from '../../parts/Preferences'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { PageSource } from './Demo'
import { FIRST_PAGE, PAGES, pagesByGroup } from './pages'
import { SOURCES } from './sources'

export function GalleryScreen() {
  const { dev } = useBoot()
  const { component = FIRST_PAGE } = useParams()
  const page = PAGES.find(({ id }) => id === component)
  if (!dev?.mailbox || !page) return <NotFoundScreen />
  return <Gallery key={page.id} page={page} />
}

function Gallery({ page }: { page: (typeof PAGES)[number] }) {
  const t = useText('shell-gallery')
  const navigate = useNavigate()
  const name = t(`pages.${page.id}`)
  return (
    <Page title={name} className="gy-page">
      <meta name="robots" content="noindex" />
      <nav className="gy-nav" aria-label={t('title')}>
        {pagesByGroup().map(({ group, pages }) => (
          <section key={group}>
            <h2>{t(`groups.${group}`)}</h2>
            <ul>
              {pages.map(({ id }) => (
                <li key={id}>
                  <Link to={`/dev/ui/${id}`} aria-current={id === page.id ? 'page' : undefined}>
                    {t(`pages.${id}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="gy-main">
        <PageHead title={name} text={t('text')}>
          <div className="gy-switches">
            <LanguageToggle />
            <ThemeToggle />
          </div>
        </PageHead>
        <div className="gy-select">
          <Select
            label={t('choose')}
            name="component"
            value={page.id}
            onValue={(id) => void navigate(`/dev/ui/${id}`)}
            options={PAGES.map(({ id }) => ({ value: id, text: t(`pages.${id}`) }))}
          />
        </div>
        <PageSource value={SOURCES[page.id]}>
          <page.Body />
        </PageSource>
      </div>
    </Page>
  )
}
