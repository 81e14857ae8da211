// Writes the templates of blocks: scenes placed by rules and a seed. Run `npm run scenes`.
import { arcadeHall } from './scenes/arcade-hall.mjs'
import { cafe } from './scenes/cafe.mjs'
import { coralGrotto } from './scenes/coral-grotto.mjs'
import { greenhouse } from './scenes/greenhouse.mjs'
import { hanokAlley } from './scenes/hanok-alley.mjs'
import { hanokCourtyard } from './scenes/hanok-courtyard.mjs'
import { lanternGarden } from './scenes/lantern-garden.mjs'
import { lanternRun } from './scenes/lantern-run.mjs'
import { rooftop } from './scenes/rooftop.mjs'
import { starDeck } from './scenes/star-deck.mjs'
import { sunkenRuin } from './scenes/sunken-ruin.mjs'
import { theatre } from './scenes/theatre.mjs'

for (const write of [
  ...[lanternGarden, rooftop, cafe, theatre, hanokAlley, hanokCourtyard],
  ...[greenhouse, starDeck, coralGrotto, sunkenRuin, arcadeHall, lanternRun],
])
  write()
