// The sources of the pages of the gallery.
import type { PAGES } from './pages'
import buttons from './pages/ButtonsPage.tsx?raw'
import chart from './pages/ChartPage.tsx?raw'
import choice from './pages/ChoicePage.tsx?raw'
import combobox from './pages/ComboboxPage.tsx?raw'
import dates from './pages/DatesPage.tsx?raw'
import empty from './pages/EmptyPage.tsx?raw'
import fields from './pages/FieldsPage.tsx?raw'
import form from './pages/FormPage.tsx?raw'
import images from './pages/ImagesPage.tsx?raw'
import layout from './pages/LayoutPage.tsx?raw'
import list from './pages/ListPage.tsx?raw'
import menu from './pages/MenuPage.tsx?raw'
import modal from './pages/ModalPage.tsx?raw'
import numbers from './pages/NumbersPage.tsx?raw'
import people from './pages/PeoplePage.tsx?raw'
import skeleton from './pages/SkeletonPage.tsx?raw'
import steps from './pages/StepsPage.tsx?raw'
import table from './pages/TablePage.tsx?raw'
import tabs from './pages/TabsPage.tsx?raw'
import toasts from './pages/ToastsPage.tsx?raw'
import tooltip from './pages/TooltipPage.tsx?raw'
import uploads from './pages/UploadsPage.tsx?raw'
import wit from './pages/WitPage.tsx?raw'

export const SOURCES: Record<(typeof PAGES)[number]['id'], string> = {
  buttons,
  fields,
  choice,
  modal,
  toasts,
  empty,
  layout,
  skeleton,
  people,
  wit,
  tabs,
  menu,
  tooltip,
  steps,
  form,
  numbers,
  combobox,
  dates,
  table,
  list,
  chart,
  images,
  uploads,
}
