// The part of the router that pages use; shared, so that every plugin navigates the same history.
export {
  Link,
  NavLink,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router'
