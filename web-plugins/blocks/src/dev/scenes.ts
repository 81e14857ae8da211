// The templates by their names, for the preview and for the pictures.
import arcadeHall from '../../../../plugins/blocks/scenes/arcade-hall.json'
import cafe from '../../../../plugins/blocks/scenes/cafe.json'
import coralGrotto from '../../../../plugins/blocks/scenes/coral-grotto.json'
import greenhouse from '../../../../plugins/blocks/scenes/greenhouse.json'
import hanokAlley from '../../../../plugins/blocks/scenes/hanok-alley.json'
import hanokCourtyard from '../../../../plugins/blocks/scenes/hanok-courtyard.json'
import lanternGarden from '../../../../plugins/blocks/scenes/lantern-garden.json'
import lanternRun from '../../../../plugins/blocks/scenes/lantern-run.json'
import rooftop from '../../../../plugins/blocks/scenes/rooftop.json'
import starDeck from '../../../../plugins/blocks/scenes/star-deck.json'
import sunkenRuin from '../../../../plugins/blocks/scenes/sunken-ruin.json'
import theatre from '../../../../plugins/blocks/scenes/theatre.json'

export const SCENES: Record<string, unknown> = {
  'lantern-garden': lanternGarden,
  rooftop: rooftop,
  cafe: cafe,
  theatre: theatre,
  'hanok-alley': hanokAlley,
  'hanok-courtyard': hanokCourtyard,
  greenhouse: greenhouse,
  'star-deck': starDeck,
  'coral-grotto': coralGrotto,
  'sunken-ruin': sunkenRuin,
  'arcade-hall': arcadeHall,
  'lantern-run': lanternRun,
}
