//! The kernel's own routes.

use super::operation::Operation;
use super::{
    account, admin, admin_payments, admin_plugins, appointments, captcha, crypto_addresses,
    exchange_rates, extensions, files, forbidden_files, install_packages, installs, live,
    moderation, orders, own_files, people, plugin_payments, purchases, push, rooms, safety, ui,
    wallet, wallet_admin, webhooks,
};

/// Every route with its API description.
pub(super) fn operations() -> Vec<Operation> {
    [
        account::operations(),
        captcha::operations(),
        live::operations(),
        admin::operations(),
        appointments::operations(),
        moderation::operations(),
        people::operations(),
        files::operations(),
        forbidden_files::operations(),
        install_packages::operations(),
        installs::operations(),
        extensions::operations(),
        own_files::operations(),
        safety::operations(),
        crypto_addresses::operations(),
        wallet::operations(),
        wallet_admin::operations(),
        exchange_rates::operations(),
        orders::operations(),
        plugin_payments::operations(),
        purchases::operations(),
        push::operations(),
        rooms::operations(),
        webhooks::operations(),
        admin_payments::operations(),
        admin_plugins::operations(),
        ui::operations(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
