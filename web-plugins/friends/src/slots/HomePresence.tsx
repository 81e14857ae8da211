// On the home page: friends who are in blocks now.
import { FriendsOut } from '../parts/FriendsOut'

export default function HomePresence() {
  return <FriendsOut className="wv-home-section" />
}
