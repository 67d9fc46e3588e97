//! The menu and the results in the words of each provider.
